import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, listFingerprint, type Position } from '../../../src/engine/relay/cursor.ts';
import { contract } from '../../../src/resources/contract.ts';
import { dialect } from '../../../src/resources/dialect.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { anyText } from '../../support/random/any-text.ts';

/** The service's pages hold three items at most, whatever is asked. */
const pageSize = 3;

let world: TestWorld;
let organizationId: string;
let memberIds: string[];

beforeAll(async () => {
  world = await startWorld({ maxServedPageSize: pageSize });
  const { data } = await world.execute('{ organizations(first: 1) { nodes { restId } } }');
  organizationId = data.organizations.nodes[0].restId;
  memberIds = await memberIdsByRest();
});

afterAll(() => world.close());

/** The ids of the first organization's members, as REST lists them, page after page. */
async function memberIdsByRest(): Promise<string[]> {
  const path = contract.members.list.path.replace('{organizationId}', organizationId);
  const ids: string[] = [];
  let page: string | undefined;
  do {
    const response = await fetch(`${world.sandboxUrl}${path}${page === undefined ? '' : `?page=${page}`}`, {
      headers: { authorization: `Bearer ${sandboxTokens.admin}` },
    });
    const result = (await response.json()) as { items: { id: string }[]; next?: { page: string } };
    ids.push(...result.items.map(({ id }) => id));
    page = result.next?.page;
  } while (page !== undefined);
  return ids;
}

const members = `query ($id: ID!, $first: Int, $after: String, $search: String) {
  organization(id: $id) { members(first: $first, after: $after, search: $search) {
    totalCount nodes { restId } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } }
}`;

const run = (variables: { first?: number; after?: string | null; search?: string }) =>
  world.execute(members, { variables: { id: organizationId, ...variables } });

describe('a walk over HTTP', () => {
  it.each([1, 2, 3, 4, 7, 1000])('in windows of %i gives every member once and in order', async (first) => {
    const ids: string[] = [];
    let after: string | null = null;
    let hasNextPage = true;
    while (hasNextPage) {
      const { data, errors, calls } = await run({ first, after });
      expect(errors).toBeUndefined();
      const { totalCount, nodes, pageInfo } = data.organization.members;
      expect(totalCount).toBe(memberIds.length);
      expect(pageInfo.hasPreviousPage).toBe(ids.length > 0);
      expect(calls).toHaveLength(pagesOf(ids.length, nodes.length, Math.min(first, pageSize)));
      ids.push(...nodes.map(({ restId }: { restId: string }) => restId));
      after = pageInfo.endCursor;
      hasNextPage = pageInfo.hasNextPage;
    }
    expect(ids).toEqual(memberIds);
    expect(memberIds.length).toBeGreaterThan(2 * 7);
  });

  /** How many pages of a size hold the items from `start` on. */
  const pagesOf = (start: number, length: number, size: number) =>
    Math.floor((start + length - 1) / size) - Math.floor(start / size) + 1;

  it('goes on behind every edge', async () => {
    const { data } = await run({ first: 7 });
    for (const [i, { cursor }] of data.organization.members.edges.entries()) {
      const next = await run({ first: 2, after: cursor });
      const ids = next.data.organization.members.nodes.map(({ restId }: { restId: string }) => restId);
      expect(ids).toEqual(memberIds.slice(i + 1, i + 3));
    }
  });
});

describe('a cursor is refused before any call', () => {
  async function cursorOf(search?: string): Promise<string> {
    const { data } = await run({ first: 2, search });
    return data.organization.members.pageInfo.endCursor;
  }

  async function refusal(document: string, after: string, search?: string): Promise<string | undefined> {
    const { data, errors, calls } = await world.execute(document, {
      variables: { id: organizationId, first: 2, after, search },
    });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT' });
    expect(Object.values(data.organization ?? { field: null })).toEqual([null]);
    expect(calls).toEqual([]);
    return errors?.[0]?.message;
  }

  const anotherList = /is a cursor of another field, or of the same field with other arguments/;
  const noCursor = /^"after" is not a cursor: /;

  it('for another field', async () => {
    const teams =
      'query ($id: ID!, $after: String) { organization(id: $id) { teams(after: $after) { nodes { title } } } }';
    expect(await refusal(teams, await cursorOf())).toMatch(anotherList);
  });

  it('for the same field of another record', async () => {
    const after = await cursorOf();
    const { errors, calls } = await world.execute(members, { variables: { id: 'another', after } });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
    expect(calls).toEqual([]);
  });

  it('for other arguments', async () => {
    expect(await refusal(members, await cursorOf(), 'a')).toMatch(anotherList);
    expect(await refusal(members, await cursorOf('a'))).toMatch(anotherList);
  });

  it('but not for another "first"', async () => {
    const { data, errors } = await run({ first: 5, after: await cursorOf() });
    expect(errors).toBeUndefined();
    const ids = data.organization.members.nodes.map(({ restId }: { restId: string }) => restId);
    expect(ids).toEqual(memberIds.slice(2, 7));
  });

  it('of another version', async () => {
    const text = Buffer.from(await cursorOf(), 'base64url').toString();
    const older = Buffer.from(text.replace(/^1/, '0')).toString('base64url');
    expect(await refusal(members, older)).toMatch(noCursor);
  });

  it('with a limit that no page has', async () => {
    const [version, list] = Buffer.from(await cursorOf(), 'base64url')
      .toString()
      .split('.');
    for (const limit of ['0', '1001', '9999', '99999', '-1', 'x']) {
      const forged = Buffer.from([version, list, limit, '0'].join('.')).toString('base64url');
      expect(await refusal(members, forged)).toMatch(noCursor);
    }
  });

  it.each(['', 'x', 'null', '25', 'YXJyYXljb25uZWN0aW9uOjA=', '../..', 'é', 'a'.repeat(5000), '\u0000'])(
    'that is none: %s',
    async (after) => {
      expect(await refusal(members, after)).toMatch(noCursor);
    },
  );
});

describe("a cursor's text", () => {
  const position: fc.Arbitrary<Position> = fc.record({
    token: fc.option(fc.string({ unit: 'grapheme', minLength: 1 }), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 1000 }),
    skip: fc.nat(1000),
  });

  const url = fc.string().map((path) => `https://api.example/${path}`);

  it('holds any place in a list, and any token that a service may give', () => {
    fc.assert(
      fc.property(url, position, (address, place) => {
        const list = listFingerprint(address);
        const cursor = encodeCursor(list, place);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeCursor(list, cursor, dialect.paging)).toEqual(place);
      }),
    );
  });

  it('is of one list alone', () => {
    fc.assert(
      fc.property(url, url, position, (one, other, place) => {
        fc.pre(one !== other);
        const cursor = encodeCursor(listFingerprint(one), place);
        expect(() => decodeCursor(listFingerprint(other), cursor, dialect.paging)).toThrow(/another field/);
      }),
    );
  });

  it('is made by the gateway, or refused as an input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), anyText()), (text) => {
        expect(() => decodeCursor('aaaaaaaa', text, dialect.paging)).toThrow(
          expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT' } }),
        );
      }),
    );
  });
});
