import { expect, it } from 'vitest';
import { knownEmpty, ListSizes, RequestListSizes } from '../../../src/engine/http/list-sizes.ts';
import { sites } from '../../../src/resources/sites/contract.ts';

/** Lists of these sizes, one after the other. */
function listsOf(...sizes: number[]): ListSizes {
  const lists = new ListSizes();
  for (const size of sizes) lists.note(sites.list, size);
  return lists;
}

it('tell the mean of what a window has of each list', () => {
  const lists = listsOf(0, 1, 2, 1000);
  expect(lists.meanUpTo(sites.list, Number.POSITIVE_INFINITY)).toBe(1003 / 4);
  expect(lists.meanUpTo(sites.list, 10)).toBe((0 + 1 + 2 + 10) / 4);
  expect(lists.meanUpTo(sites.list, 0)).toBe(0);
});

it('tell nothing of a kind of which none was seen', () => {
  const lists = listsOf(3);
  expect([lists.meanUpTo(sites.get, 10), lists.readPart(sites.get)]).toEqual([undefined, 1]);
});

it('follow what the service holds at present', () => {
  const lists = listsOf(...Array<number>(10_000).fill(100), ...Array<number>(2_000).fill(1));
  expect(lists.meanUpTo(sites.list, 1000)).toBeCloseTo(1, 1);
});

it('count lists that are known to be empty, and which part was read', () => {
  const lists = listsOf(4, 4, 4);
  lists.note(sites.list, knownEmpty);
  expect([lists.meanUpTo(sites.list, 10), lists.readPart(sites.list)]).toEqual([3, 0.75]);
});

it('count those of a request when it has ended', () => {
  const lists = listsOf(2, 2);
  const request = new RequestListSizes(lists);
  for (const size of [10, knownEmpty]) request.note(sites.list, size);
  expect(lists.meanUpTo(sites.list, 100)).toBe(2);
  request.end();
  request.end();
  expect([lists.meanUpTo(sites.list, 100), lists.readPart(sites.list)]).toEqual([3.5, 0.75]);
});

it('count before the end of a request that reads more than a thousand', () => {
  const lists = listsOf();
  const request = new RequestListSizes(lists);
  for (let read = 0; read < 1500; read++) request.note(sites.list, 7);
  expect(lists.meanUpTo(sites.list, 100)).toBe(7);
});
