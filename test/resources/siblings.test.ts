import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Entity, Key } from '../../src/engine/contract/entity.ts';
import { type DecodedId, decodeId, globalId } from '../../src/engine/relay/global-id.ts';
import { entities } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { startWorld, type TestWorld } from '../support/gateways/gateway.ts';

const inSpace = `
  files(first: 2) { nodes { id } } comments(first: 2) { nodes { id } }
  changeRequests(first: 2) { nodes {
    files(first: 2) { nodes { id } } comments(first: 2) { nodes { id replies(first: 2) { nodes { id } } } }
  } }
`;
const everything = `{ organizations(first: 5) { nodes { id
  members(first: 2) { nodes { id } } teams(first: 2) { nodes { id } } sites(first: 5) { nodes { id } }
  samlProviders { nodes { id } } translationConfigurations { nodes { id } }
  openApiSpecs(first: 1) { nodes { id versions(first: 2) { nodes { id } } } }
  collections(first: 2) { nodes { id spaces(first: 1) { nodes { ${inSpace} } } } }
} } }`;

let world: TestWorld;
let records: readonly DecodedId[];

beforeAll(async () => {
  world = await startWorld({}, { MAX_NODE_IDS: '2000', MAX_CALLS: '10000', MAX_PLANNED_CALLS: '0' });
  const { text } = await world.execute(everything);
  const found = new Set([...text.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id));
  const decoded = [...found].map((id) => decodeId(entities.Site.contract, id)).filter((id) => id !== undefined);
  records = decoded.filter(({ type }) => isBatched(type));
});

afterAll(() => world.close());

/** Whether siblings are read in one list, although each has a GET of its own. */
function isBatched({ endpoints: [{ method }], lists }: Entity): boolean {
  return method === 'GET' && lists.length > 0;
}

/** What the record's own GET says of it: its status. */
async function statusOf({ type, key }: DecodedId, token: string): Promise<number> {
  const names = Object.keys(key);
  const endpoint = type.endpoints.find(({ pathParams }) => pathParams.length === names.length);
  const path = endpoint?.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(key[name] ?? ''));
  const { status } = await fetch(`${world.sandboxUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return status;
}

/** Two siblings that do not exist: with them, the records of every parent are enough for a list. */
function missingSiblings({ type, key }: DecodedId): DecodedId[] {
  const last = Object.keys(key).at(-1) ?? '';
  return ['missing1', 'missing2'].map((id) => ({ type, key: { ...key, [last]: id } satisfies Key }));
}

it('covers all kinds of records of which siblings are read in one list', () => {
  const kinds = Object.values<Entity>(entities).filter((entity) => entity.hasGlobalId && isBatched(entity));
  const names = kinds.map(({ name }) => name);
  expect([...new Set(records.map(({ type }) => type.name))].sort()).toEqual(names.sort());
});

it.each(Object.values(sandboxTokens))('reads siblings as the GET of each answers the token %s', async (token) => {
  const siblings = [...records, ...records.flatMap(missingSiblings)];
  const byId = new Map(siblings.map((record) => [globalId(record.type, record.key), record]));
  const ids = [...byId.keys()];
  const { data, errors = [] } = await world.execute('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    token,
    variables: { ids },
  });
  const read = ids.map((id, i) => ({
    record: byId.get(id),
    node: data.nodes[i],
    code: errors.find(({ path }) => path?.[1] === i)?.extensions.code,
  }));
  const expected = await Promise.all(
    [...byId].map(async ([id, record]) => {
      const status = await statusOf(record, token);
      return { record, node: status === 200 ? { id } : null, code: status === 403 ? 'FORBIDDEN' : undefined };
    }),
  );
  const told = ({ record, ...found }: (typeof read)[number]) => ({
    type: record?.type.name,
    key: record?.key,
    ...found,
  });
  expect(read.map(told)).toEqual(expected.map(told));
});
