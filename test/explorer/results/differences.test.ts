import fc from 'fast-check';
import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  comparable,
  differencesOf,
  maxCompared,
  maxDifferences,
  summaryOf,
} from '../../../src/explorer/app/results/differences.ts';

describe('differences of two results', () => {
  it('name changed, new and missing values', () => {
    const before = { site: { title: 'A', live: true }, gone: 1 };
    const after = { site: { title: 'B', live: true }, added: [1] };
    expect(differencesOf(before, after).found).toEqual([
      { path: 'site.title', before: 'A', after: 'B' },
      { path: 'gone', before: 1, after: undefined },
      { path: 'added', before: undefined, after: [1] },
    ]);
  });

  it('leave out explain, and the ids of REST calls in errors', () => {
    const resultOf = (requestId: string, status = 404) => ({
      data: null,
      errors: [
        new GraphQLError('There is no space.', { extensions: { code: 'NOT_FOUND', rest: { status, requestId } } }),
        new GraphQLError('No id.'),
      ],
      extensions: { explain: requestId },
    });
    const [first, second] = [comparable(resultOf('1')), comparable(resultOf('2'))];
    expect(second).toEqual(first);
    expect(differencesOf(first, second)).toEqual({ found: [], isComplete: true });
    expect(differencesOf(first, comparable(resultOf('2', 410))).found).toEqual([
      { path: 'errors[0].extensions.rest.status', before: 404, after: 410 },
    ]);
  });

  it('compare items by their ids, and their order apart from that', () => {
    const before = {
      nodes: [
        { id: 'a', n: 1 },
        { id: 'b', n: 2 },
      ],
    };
    const after = {
      nodes: [
        { id: 'b', n: 3 },
        { id: 'c', n: 4 },
        { id: 'a', n: 1 },
      ],
    };
    expect(differencesOf(before, after).found).toEqual([
      { path: 'nodes (order)', before: 'a, b', after: 'b, a' },
      { path: 'nodes[b].n', before: 2, after: 3 },
      { path: 'nodes[c]', before: undefined, after: { id: 'c', n: 4 } },
    ]);
  });

  it('compare items without ids by their numbers', () => {
    expect(differencesOf([1, 2], [1, 3, 4]).found).toEqual([
      { path: '[1]', before: 2, after: 3 },
      { path: '[2]', before: undefined, after: 4 },
    ]);
  });

  it('tell a value of another kind', () => {
    expect(differencesOf({ a: [] }, { a: {} }).found).toEqual([{ path: 'a', before: [], after: {} }]);
    expect(differencesOf({ a: null }, { a: { b: 1 } }).found).toEqual([{ path: 'a', before: null, after: { b: 1 } }]);
  });

  it('are none between equal results, and some between others', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        // Negative zero is 0 in JSON.
        const [first, second] = [one, other].map((value) => JSON.stringify(value));
        expect(differencesOf(JSON.parse(first as string), JSON.parse(first as string)).found).toEqual([]);
        const isEqual = isSame(JSON.parse(first as string), JSON.parse(second as string));
        expect(differencesOf(JSON.parse(first as string), JSON.parse(second as string)).found.length === 0).toBe(
          isEqual,
        );
      }),
    );
  });

  it('are bounded', () => {
    const numbers = (from: number) => Array.from({ length: 5_000 }, (_, index) => from + index);
    const comparison = differencesOf(numbers(0), numbers(1));
    expect([comparison.found.length, comparison.isComplete]).toEqual([maxDifferences, false]);
    expect(summaryOf(comparison, 'the kept one')).toBe('At least 1,000 differences from the kept one:');
  });

  it('are not looked for in all of a long result, which is then not called equal', () => {
    const long = (last: number) => [...Array(maxCompared).fill(0), last];
    const [whole, cut] = [differencesOf([0, 1], [0, 1]), differencesOf(long(1), long(2))];
    expect([whole, cut]).toEqual([
      { found: [], isComplete: true },
      { found: [], isComplete: false },
    ]);
    expect(summaryOf(whole, 'the kept one')).toBe('It equals the kept one.');
    expect(summaryOf(cut, 'the kept one')).toBe(
      'The first 200,000 values equal those of the kept one. The others were not compared.',
    );
  });

  it('are counted', () => {
    expect(summaryOf(differencesOf([1], [2]), 'the kept one')).toBe('1 difference from the kept one:');
  });
});

const isSame = (one: unknown, other: unknown) => {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
};
