import { afterAll, beforeAll, expect } from 'vitest';
import type { ChangeRequest } from '../../../src/resources/change-requests/contract.ts';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../execution/expectations.ts';
import { operationsOf, startWorld, type TestGateway, type TestWorld } from '../gateways/gateway.ts';
import { startViewerGateway, type ViewerGateway } from '../gateways/viewer-gateway.ts';
import { type RestCalls, restCalls } from '../sandbox/sandbox-calls.ts';
import { userIdOf } from '../sandbox/sandbox-users.ts';
import { inside } from './connections.ts';
import { spacesByTitle } from './spaces.ts';

/** A sandbox with a gateway that does not know the viewer, and one that does; of the records, a space with change requests. */
interface MergedLists {
  world: TestWorld;
  rest: RestCalls;
  known: ViewerGateway;
  organizationId: string;
  spaceId: string;
  userId: string;
}

/** Starts them for all tests of a file. */
export function mergedLists(): MergedLists {
  const lists = {} as MergedLists;
  beforeAll(async () => {
    const world = await startWorld();
    const rest = restCalls(world.sandboxUrl);
    const space = (await spacesByTitle(rest))('Dispatch Guides');
    const userId = await userIdOf(rest, space.organization, sandboxTokens.admin);
    // A space without change requests.
    await rest.call(contract.spaces.duplicate, { path: { spaceId: space.id } });
    const known = await startViewerGateway(world.sandboxUrl, userId);
    Object.assign(lists, { world, rest, known, organizationId: space.organization, spaceId: space.id, userId });
  });
  afterAll(async () => {
    await lists.known.close();
    await lists.world.close();
  });
  return lists;
}

export interface Found {
  id: string;
  time: number;
}

export const newestFirst = (found: readonly Found[]) =>
  found.toSorted((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1)).map(({ id }) => id);

export const selection = `{ totalCount nodes { id } edges { cursor node { id } }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;

/** Reads windows to the end, and checks all that connections promise. Returns the calls of the windows. */
export async function walk(
  gateway: TestGateway,
  document: (window: string) => string,
  at: readonly string[],
  expected: readonly string[],
  size: number,
) {
  const callsOf: string[][] = [];
  let after = '';
  for (let start = 0; start === 0 || start < expected.length; start += size) {
    const { data, errors, calls } = await gateway.execute(document(`first: ${size}${after} `));
    expect(errors).toBeUndefined();
    const { totalCount, nodes, edges, pageInfo } = inside(data, at) as Connection;
    const ids = expected.slice(start, start + size);
    expect(nodes.map(({ id }) => id)).toEqual(ids);
    expect(edges.map(({ node }) => node.id)).toEqual(ids);
    expect(totalCount).toBe(expected.length);
    expect(pageInfo).toEqual({
      hasNextPage: start + size < expected.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor,
      endCursor: edges.at(-1)?.cursor,
    });
    after = `, after: "${pageInfo.endCursor}"`;
    callsOf.push(operationsOf(calls));
  }
  return callsOf;
}

interface Connection {
  totalCount: number;
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { endCursor: string };
}

/** All change requests of a space with one of the statuses, as REST lists them. */
export async function inSpace(
  { rest }: MergedLists,
  space: string,
  statuses: readonly string[],
  field: 'updatedAt' | 'createdAt' = 'updatedAt',
) {
  const lists = statuses.map((status) =>
    rest.items(contract.changeRequests.list, { path: { spaceId: space }, query: { status } }),
  );
  return (await Promise.all(lists)).flat().map((record: ChangeRequest) => ({
    id: globalIdOf('ChangeRequest', space, record.id),
    time: Date.parse(record[field]),
  }));
}
