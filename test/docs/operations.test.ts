import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { explainOperation } from '../support/execution/explain.ts';
import { startWorld, type TestWorld } from '../support/gateways/gateway.ts';
import { startViewerGateway, type ViewerGateway } from '../support/gateways/viewer-gateway.ts';
import { restCalls } from '../support/sandbox/sandbox-calls.ts';

const folder = 'examples/operations/';
const read = (name: string) => readFileSync(`${folder}${name}.graphql`, 'utf8');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => file.replace('.graphql', ''));
/** Writes come after all reads, which they would change. */
const inOrder = names.toSorted((one, other) => Number(isMutation(one)) - Number(isMutation(other)));

function isMutation(name: string): boolean {
  return /^mutation /m.test(read(name));
}

/** Records of the sandbox's first organization for the variables of the operations. */
const discovery = `{
  organizations(first: 1) { nodes {
    id
    sites(first: 1) { nodes { id sections { nodes { id } } siteSpaces { nodes { space {
      id pages { id } changeRequests(status: "open") { nodes { id } }
    } } } } }
    teams { nodes { id } }
    members { nodes { user { restId } } }
    collections { nodes { spaces { nodes { id } } } }
  } }
}`;

interface List<Node> {
  nodes: Node[];
}
interface Space {
  id: string;
  pages: { id: string }[];
  changeRequests: List<{ id: string }>;
}
interface Organization {
  id: string;
  sites: List<{ id: string; sections: List<{ id: string }>; siteSpaces: List<{ space: Space }> }>;
  teams: List<{ id: string }>;
  members: List<{ user: { restId: string } }>;
  collections: List<{ spaces: List<{ id: string }> }>;
}

let world: TestWorld;
let gateway: ViewerGateway;
let variables: Readonly<Record<string, Record<string, unknown>>>;
/** The calls that each operation is expected to make in a process that has seen no list. */
const expectedAtFirst = new Map<string, number | undefined>();

beforeAll(async () => {
  world = await startWorld();
  const rest = restCalls(world.sandboxUrl);
  const { data } = await world.execute(discovery);
  const [organization] = (data as { organizations: List<Organization> }).organizations.nodes;
  const [first] = await rest.items(contract.organizations.list);
  const path = { organizationId: first?.id ?? '' };
  const [admin] = await rest.items(contract.members.list, { path, query: { search: 'Mara Lindqvist' } });
  gateway = await startViewerGateway(world.sandboxUrl, admin?.user?.id ?? '');
  variables = variablesOf(organization as Organization);
  for (const name of names) {
    expectedAtFirst.set(name, await expectedCalls({ query: read(name), variables: variables[name] ?? {} }));
  }
});

afterAll(async () => {
  await gateway.close();
  await world.close();
});

async function expectedCalls(request: { query: string; variables: Record<string, unknown> }) {
  const { extensions } = await explainOperation(gateway, request, 'plan');
  return extensions?.explain?.plan?.expectedCalls;
}

function variablesOf({ id: organizationId, sites, teams, members, collections }: Organization) {
  const [site] = sites.nodes;
  const spaces = site?.siteSpaces.nodes.map(({ space }) => space) ?? [];
  const [space] = spaces;
  const [reviewed, merged] = spaces.flatMap(({ changeRequests }) => changeRequests.nodes);
  const [section, otherSection] = site?.sections.nodes ?? [];
  const archived = collections.nodes.flatMap(({ spaces: { nodes } }) => nodes).slice(-2);
  const url = 'https://example.com/handbook';
  return {
    'dashboard-home': { organizationId },
    'review-queue': { organizationId },
    'site-editor': { siteId: site?.id },
    merge: { id: merged?.id },
    'invite-to-team': { teamId: teams.nodes[0]?.id, userId: members.nodes.at(-1)?.user.restId },
    'content-page': { spaceId: space?.id, pageId: space?.pages[0]?.id },
    'search-as-you-type': { organizationId, text: 'driver' },
    'bulk-archive': { ids: archived.map(({ id }) => id) },
    import: { spaceId: space?.id, url },
    'site-with-share-link': { organizationId, title: 'Release notes', name: 'For the review' },
    'single-sign-on': { organizationId },
    activity: { organizationId },
    members: { organizationId },
    upload: { organizationId, slug: 'handbook', url },
    library: { organizationId },
    discussion: { id: reviewed?.id },
    reorder: { id: section?.id, after: otherSection?.id },
    trash: { id: archived.at(-1)?.id },
    'page-by-id': { id: space?.pages[0]?.id },
    'header-counts': { spaceId: space?.id },
  };
}

/** What the second comment of an operation says of its calls. */
function statedCalls(text: string): string | undefined {
  return /^# (\d.*)$/m.exec(text)?.[1];
}

it('are twenty screens, each in one request', () => {
  expect(Object.keys(variables).toSorted()).toEqual(names.toSorted());
  expect(names).toHaveLength(20);
});

it.each(names)('%s is in the table with the calls that it states', (name) => {
  const text = read(name);
  const [, screen = ''] = /^# (.*)$/m.exec(text) ?? [];
  const cells = statedCalls(text)?.match(/\d+/g) ?? [];
  const row = `| [${name}](${name}.graphql) | ${screen} | ${cells.join(' | ')} |`;
  expect(cells).toHaveLength(4);
  expect(readFileSync(`${folder}README.md`, 'utf8').split('\n')).toContain(row);
});

it.each(inOrder)('%s has data in one request, with the calls that it states', async (name) => {
  const request = { query: read(name), variables: variables[name] ?? {} };
  const response = await explainOperation(gateway, request, true);
  expect(response.errors).toBeUndefined();
  expect(JSON.stringify(response.data)).not.toMatch(/"userErrors":\[\{/);
  expect(Object.values(response.data as object).filter((value) => value === null)).toEqual([]);
  const { plan, calls = [] } = response.extensions?.explain ?? {};
  const seen = await expectedCalls(request);
  const made = calls.length === 1 ? '1 REST call' : `${calls.length} REST calls`;
  const stated = `${made} on the sandbox, at most ${plan?.calls ?? 'unbounded'} planned, ${expectedAtFirst.get(name)} expected at first, ${seen} once its lists were seen.`;
  expect(stated).toBe(statedCalls(request.query));
});

it.each(names)('%s makes calls of the order that is expected', (name) => {
  const [made = 0, most = 0, first = 0, seen = 0] = statedCalls(read(name))?.match(/\d+/g)?.map(Number) ?? [];
  expect(Math.max(first, seen)).toBeLessThanOrEqual(most);
  expect(Math.max(first / made, made / first)).toBeLessThan(3);
  expect(Math.max(seen / made, made / seen)).toBeLessThan(1.5);
});
