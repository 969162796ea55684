import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import 'vitest';
import type { TestProject } from 'vitest/node';

const command = fileURLToPath(new URL('../../../bin/docgraph.cjs', import.meta.url));

/** The clients that need a change request: each has one of its own, as they write. */
const clients = [
  'apollo',
  'urql',
  'relay',
  'graphql-request',
  'gql.tada',
  'other languages',
  'apollo comments',
] as const;

export interface Gateway {
  /** Address of the GraphQL endpoint. */
  url: string;
  organizationId: string;
  /** Organizations whose sites tests may change. */
  writableOrganizationIds: Record<'apollo' | 'urql', string>;
  siteId: string;
  /** A change request with three comments for each client. */
  changeRequestIds: Record<(typeof clients)[number], string>;
}

declare module 'vitest' {
  interface ProvidedContext {
    gateway: Gateway;
  }
}

/** Runs the built command over its sandbox, on a free port, during the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [command, 'serve'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await addressOf(child);
  project.provide('gateway', { url, ...(await readIds(url)) });
  return async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const output: string[] = [];
  for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
    output.push(line);
    const [, url] = /^GraphQL +(\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`The gateway printed no address. Run \`npm run build\` in the root first.\n${output.join('\n')}`);
}

/** The first organization and its first site, with the first change request of each of its spaces. */
async function readIds(url: string): Promise<Omit<Gateway, 'url'>> {
  const query = `{
    organizations(first: 3) { nodes { id
      sites(first: 1) { nodes { id
        siteSpaces { nodes { space { changeRequests(first: 1) { nodes { id } } } } }
      } }
    } }
  }`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer sandbox-admin` },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: { organizations: List<Organization> } };
  const [organization, ofUrql, ofApollo] = data.organizations.nodes;
  const [site] = organization.sites.nodes;
  const ids = site.siteSpaces.nodes.flatMap(({ space }) => space.changeRequests.nodes).map(({ id }) => id);
  return {
    organizationId: organization.id,
    writableOrganizationIds: { apollo: ofApollo.id, urql: ofUrql.id },
    siteId: site.id,
    changeRequestIds: Object.fromEntries(clients.map((name, i) => [name, ids[i]])) as Gateway['changeRequestIds'],
  };
}

interface List<Item> {
  nodes: Item[];
}

interface Organization {
  id: string;
  sites: List<{ id: string; siteSpaces: List<{ space: { changeRequests: List<{ id: string }> } }> }>;
}
