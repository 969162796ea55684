import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalOf } from '../../../src/engine/http/arrival.ts';
import { connectionFrom, type List, readFirst, type Window, windowOf } from '../../../src/engine/relay/connection.ts';
import { type Page, restContract } from '../../../src/resources/dialect.ts';
import { PagedList, type Paging } from '../../support/upstreams/paged-list.ts';

const paging: fc.Arbitrary<Paging> = fc.record({
  length: fc.integer({ min: 0, max: 60 }),
  // Some pages are empty, but not all: the list has an end.
  caps: fc
    .array(fc.oneof(fc.integer({ min: 0, max: 8 }), fc.constant(0), fc.constant(1000)), { minLength: 1, maxLength: 6 })
    .filter((caps) => caps.some((cap) => cap > 0)),
});

const size = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(1000));

/** The connection over a window of a list, whose nodes are the items. */
async function connectionOf(list: List<number>, window: Window) {
  const items = { toNode: (item: number) => item };
  return connectionFrom((await readFirst(list, window)).take(), list, window, items);
}

/** A window of the list: the numbers it gave, and what it says of itself. */
async function windowAt(list: PagedList, first: number, after?: string) {
  list.reads.length = 0;
  const connection = await connectionOf(list, windowOf({ first, after }, list));
  const { nodes, edges, pageInfo, totalCount } = connection;
  return { nodes, edges: edges.map(({ node, cursor }) => ({ node, cursor })), pageInfo, totalCount };
}

/**
 * The fewest calls that can give the window of `first` items behind the item `after` (-1: from the start), when the
 * service cuts the list by `limit`. A token leads only to the page behind it, so every page from the one where the
 * window starts to the one with its last item must be read once; if the list ends before, every page to the last. Behind
 * the last item of a page the window starts with the next.
 */
function fewestCalls(list: PagedList, limit: number, first: number, after: number): number {
  const pages = list.pages(limit);
  const pageOf = (item: number) => pages.findIndex((items) => items.includes(item));
  const endsItsPage = after >= 0 && pages[pageOf(after)]?.at(-1) === after;
  const start = after < 0 ? 0 : Math.min(pageOf(after) + (endsItsPage ? 1 : 0), pages.length - 1);
  const last = pageOf(after + first);
  return (last < 0 ? pages.length - 1 : last) - start + 1;
}

describe('walking a connection', () => {
  it('gives every item once and in order, in the fewest calls, and knows its end', async () => {
    await fc.assert(
      fc.asyncProperty(paging, fc.array(size, { minLength: 1, maxLength: 5 }), async (cut, sizes) => {
        const list = new PagedList(cut);
        const walked: number[] = [];
        let after: string | undefined;
        for (let turn = 0; ; turn++) {
          const first = sizes[turn % sizes.length] as number;
          const before = walked.length - 1;
          const { nodes, pageInfo, totalCount } = await windowAt(list, first, after);
          walked.push(...nodes);
          expect(nodes).toHaveLength(Math.min(first, cut.length - before - 1));
          expect(list.reads).toHaveLength(fewestCalls(list, sizes[0] as number, first, before));
          expect(pageInfo.hasNextPage).toBe(walked.length < cut.length);
          expect(pageInfo.hasPreviousPage).toBe(turn > 0);
          expect(totalCount).toBe(cut.length);
          if (!pageInfo.hasNextPage) break;
          after = pageInfo.endCursor ?? undefined;
          expect(after).toBeDefined();
        }
        expect(walked).toEqual(Array.from({ length: cut.length }, (_, i) => i));
      }),
      { numRuns: 500 },
    );
  });

  it('goes on behind any edge', async () => {
    const jumps = fc.array(fc.record({ first: size, edge: fc.nat() }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(paging, size, jumps, async (cut, limit, steps) => {
        const list = new PagedList(cut);
        let { edges } = await windowAt(list, limit);
        for (const { first, edge } of steps) {
          const from = edges[edge % (edges.length || 1)];
          if (from === undefined) return;
          const { nodes, edges: further, pageInfo } = await windowAt(list, first, from.cursor);
          const expected = Math.max(0, Math.min(first, cut.length - from.node - 1));
          expect(nodes).toEqual(Array.from({ length: expected }, (_, i) => from.node + 1 + i));
          expect(list.reads).toHaveLength(fewestCalls(list, limit, first, from.node));
          expect(pageInfo.hasNextPage).toBe(from.node + 1 + expected < cut.length);
          edges = further;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('costs one call for each whole page, when the service keeps to the limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(100), fc.integer({ min: 1, max: 30 }), async (length, first) => {
        const list = new PagedList({ length, caps: [1000] });
        let after: string | undefined;
        let calls = 0;
        for (let more = true; more; ) {
          const { pageInfo } = await windowAt(list, first, after);
          calls += list.reads.length;
          more = pageInfo.hasNextPage;
          after = pageInfo.endCursor ?? undefined;
        }
        expect(calls).toBe(Math.max(1, Math.ceil(length / first)));
      }),
    );
  });
});

describe('a window', () => {
  it('has cursors that start and end it, each another', async () => {
    await fc.assert(
      fc.asyncProperty(paging, size, async (cut, first) => {
        const { edges, nodes, pageInfo } = await windowAt(new PagedList(cut), first);
        expect(edges.map(({ node }) => node)).toEqual(nodes);
        expect(pageInfo.startCursor).toBe(edges[0]?.cursor ?? null);
        expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor ?? null);
        expect(new Set(edges.map(({ cursor }) => cursor)).size).toBe(edges.length);
      }),
    );
  });

  it('of no items tells whether there are any, in one call', async () => {
    await fc.assert(
      fc.asyncProperty(paging, async (cut) => {
        const list = new PagedList(cut);
        const { nodes, pageInfo, totalCount } = await windowAt(list, 0);
        expect(nodes).toEqual([]);
        expect(totalCount).toBe(cut.length);
        expect(pageInfo.hasNextPage).toBe(cut.length > 0);
        expect(pageInfo.endCursor).toBeNull();
        expect(list.reads).toEqual([undefined]);
      }),
    );
  });

  it('ends where the list has become shorter than the cursor says', async () => {
    const { pageInfo } = await windowAt(new PagedList({ length: 10, caps: [1000] }), 7);
    const { edges } = await windowAt(new PagedList({ length: 10, caps: [1000] }), 7);
    const shrunk = new PagedList({ length: 3, caps: [1000] });
    const { nodes, pageInfo: end } = await windowAt(shrunk, 5, edges[4]?.cursor);
    expect(nodes).toEqual([]);
    expect(end.hasNextPage).toBe(false);
    expect(end.endCursor).toBeNull();
    expect(pageInfo.hasNextPage).toBe(true);
  });
});

describe('pages without end', () => {
  /** A list whose next page is what `nextOf` says of a page. */
  const listOf = (items: number[], nextOf: (token: string | undefined) => string, maxPages = 1000) => {
    const reads: (string | undefined)[] = [];
    const read = async (token: string | undefined) => {
      reads.push(token);
      return arrivalOf<Page<number>>({ items, next: { page: nextOf(token) } });
    };
    return { url: '/v1/endless', format: restContract.pageFormat, maxPages, read, reads };
  };
  const all = (list: ReturnType<typeof listOf>) => connectionOf(list, windowOf({ first: 1000 }, list));

  it.each([
    ['lead to themselves', { undefined: 'a', a: 'a' }, [undefined, 'a']],
    ['go back and forth', { undefined: 'a', a: 'b', b: 'a' }, [undefined, 'a', 'b']],
    ['go round', { undefined: 'a', a: 'b', b: 'c', c: 'b' }, [undefined, 'a', 'b', 'c']],
  ] as const)('that %s end in an error', async (_, nexts, tokens) => {
    const list = listOf([1, 2], (token) => (nexts as Record<string, string>)[String(token)] as string);
    await expect(all(list)).rejects.toMatchObject({
      message: "The pages of the service's list form a loop: the next page was read before.",
      extensions: { code: 'BAD_UPSTREAM_RESPONSE' },
    });
    expect(list.reads).toEqual(tokens);
  });

  it('that lead back to where the window started end in an error', async () => {
    const straight = listOf([1], (token) => (token === undefined ? 'a' : 'b'));
    const { pageInfo } = await connectionOf(straight, windowOf({ first: 1 }, straight));
    const circle = listOf([1], (token) => (token === 'a' ? 'b' : 'a'));
    const after = pageInfo.endCursor;
    await expect(connectionOf(circle, windowOf({ first: 9, after }, circle))).rejects.toMatchObject({
      extensions: { code: 'BAD_UPSTREAM_RESPONSE' },
    });
    expect(circle.reads).toEqual(['a', 'b']);
  });

  it('that are all empty end in an error', async () => {
    let fresh = 0;
    const list = listOf([], () => String(++fresh));
    await expect(all(list)).rejects.toMatchObject({ extensions: { code: 'BAD_UPSTREAM_RESPONSE' } });
    expect(list.reads).toHaveLength(101);
  });

  it('are not read further than the window needs', async () => {
    let fresh = 0;
    const list = listOf([1, 2], () => String(++fresh));
    const { nodes, pageInfo } = await all(list);
    expect(nodes).toHaveLength(1000);
    expect(pageInfo.hasNextPage).toBe(true);
    expect(list.reads).toHaveLength(500);
  });

  it('are not read further than a request may', async () => {
    let fresh = 0;
    const list = listOf([1], () => String(++fresh), 7);
    await expect(all(list)).rejects.toMatchObject({
      message: expect.stringMatching(/^The list has more than 7 pages/),
      extensions: { code: 'OPERATION_TOO_EXPENSIVE' },
    });
    expect(list.reads).toHaveLength(7);
  });
});
