import { Kind, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillIds } from '../../../src/explorer/app/ids.ts';
import { examples, startingIds } from '../../../src/explorer/examples.ts';
import type { ExplorerConfig } from '../../../src/server/transport/explorer.ts';
import { builtCommand, killRemaining, type Running, stop, urlIn } from '../../support/processes/command.ts';
import { startPrefixProxy } from '../../support/proxies/prefix-proxy.ts';

const command = builtCommand();
let gateway: Running;
let url: string;
beforeAll(async () => {
  gateway = await command.serve({ UPSTREAM_URL: '' });
  url = `${new URL(urlIn(gateway.lines, 'GraphQL')).origin}/`;
});
afterAll(async () => {
  await stop(gateway);
  killRemaining();
});

/** The user errors of the operations that show a rejection. */
const rejections: Readonly<Record<string, unknown[]>> = {
  MergeTheSecond: [expect.objectContaining({ code: 'CONFLICT' })],
};

describe('the examples on the sandbox', () => {
  it.each(examples)('$title: every operation returns data, and the ids for the next operation', async (example) => {
    let variables = fillIds(example.variables, (await run(startingIds)).data);
    for (const operationName of operationNames(example.query)) {
      const { data, errors } = await run(example.query, operationName, variables);
      expect(errors, operationName).toBeUndefined();
      expect(userErrors(data), operationName).toEqual(rejections[operationName ?? ''] ?? []);
      for (const value of Object.values(data ?? {})) expect(value, operationName).not.toBeNull();
      variables = fillIds(variables, data);
    }
    expect(Object.values(variables)).not.toContain('');
  });
});

it('sends operations to the endpoint behind a path prefix', async () => {
  const proxy = await startPrefixProxy(url, '/docs-graph');
  try {
    const { data, errors } = await run('{ organizations(first: 1) { nodes { id } } }', undefined, {}, `${proxy.url}/`);
    expect(errors).toBeUndefined();
    expect(data?.organizations).toMatchObject({ nodes: [{ id: expect.any(String) }] });
  } finally {
    await proxy.close();
  }
});

interface GraphQLResult {
  data?: Record<string, unknown> | null;
  errors?: unknown[];
}

/** Sends an operation as the page at `pageUrl` does: to its configured endpoint, with its configured headers. */
async function run(query: string, operationName?: string, variables?: object, pageUrl = url): Promise<GraphQLResult> {
  const page = await (await fetch(pageUrl)).text();
  const config = JSON.parse(/id="docgraph-config">(.*?)<\/script>/.exec(page)?.[1] ?? '') as ExplorerConfig;
  const response = await fetch(new URL(config.endpoint, pageUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...config.headers },
    body: JSON.stringify({ query, operationName, variables }),
  });
  return (await response.json()) as GraphQLResult;
}

function operationNames(query: string): (string | undefined)[] {
  return parse(query)
    .definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map(({ name }) => name?.value);
}

/** The user errors of all mutations in a result. */
function userErrors(data: GraphQLResult['data']): unknown[] {
  const payloads = Object.values(data ?? {}) as ({ userErrors?: unknown[] } | null)[];
  return payloads.flatMap((payload) => payload?.userErrors ?? []);
}
