import { describe, expect, it } from 'vitest';
import { type ComparableResult, differencesInSteps } from '../../../src/server/shadow/compare-results.ts';

function differences(expected: ComparableResult, actual: ComparableResult) {
  const steps = differencesInSteps(expected, actual);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const result = (data: unknown, errors: ComparableResult['errors'] = []) => ({ data, errors });
const error = (code: string, ...path: (string | number)[]) => ({ path, code });

describe('differencesInSteps', () => {
  it.each<[string, ComparableResult, ComparableResult, string]>([
    ['missing', result({ a: { b: 1, c: 2 } }), result({ a: { b: 1 } }), 'data.a.c'],
    ['extra', result({ a: [{}] }), result({ a: [{ b: 1 }] }), 'data.a[].b'],
    ['null', result({ a: 1 }), result({ a: null }), 'data.a'],
    ['type', result({ a: 1 }), result({ a: '1' }), 'data.a'],
    ['type', result({ a: {} }), result({ a: [] }), 'data.a'],
    ['length', result({ a: [[1], [2, 3]] }), result({ a: [[1], [2]] }), 'data.a[]'],
    ['order', result({ a: 1, b: 2 }), result({ b: 2, a: 1 }), 'data'],
    ['value', result({ a: [1, 2] }), result({ a: [1, 3] }), 'data.a[]'],
    ['error', result(null, [error('X', 'a', 1, 'b')]), result(null, [error('Y', 'a', 1, 'b')]), 'data.a[].b'],
    ['error', result(null), result(null, [error('X', 'a')]), 'data.a'],
  ])('finds %s', (kind, expected, actual, path) => {
    expect(differences(expected, actual)).toEqual([{ path, kind }]);
    expect(differences(expected, expected)).toEqual([]);
  });

  it('takes errors in any order', () => {
    const errors = [error('X', 'a'), error('Y', 'b')];
    expect(differences(result(null, errors), result(null, errors.toReversed()))).toEqual([]);
  });

  it('has a bounded number of differences with bounded paths, and names each once', () => {
    const name = (i: number) => `${i}${'x'.repeat(1000)}`;
    const fields = (value: number) => Object.fromEntries(Array.from({ length: 100 }, (_, i) => [name(i), value]));
    const found = differences(result(fields(1)), result(fields(2)));
    expect(found).toHaveLength(20);
    expect(found.every(({ path }) => path.length <= 200)).toBe(true);
    const list = (value: number) => result(Array.from({ length: 1000 }, () => value));
    expect(differences(list(1), list(2))).toEqual([{ path: 'data[]', kind: 'value' }]);
  });

  it('compares values of any depth', () => {
    const nested = (value: number) => {
      let all: unknown = value;
      for (let i = 0; i < 50_000; i++) all = [all];
      return result(all);
    };
    expect(differences(nested(1), nested(1))).toEqual([]);
  });
});
