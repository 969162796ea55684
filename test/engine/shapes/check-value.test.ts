import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { checkValue } from '../../../src/engine/shapes/check-value.ts';

afterEach(() => vi.restoreAllMocks());

const schema = z.object({ title: z.string().max(3) });

/** What is reported of a record with this title. */
function departuresOf(title: string): string[] {
  const found: string[] = [];
  checkValue(schema, { title }, 100, {
    report: (kind, location, message) => found.push(`${kind} ${location}: ${message}`),
  });
  return found;
}

const tooLong = ['limit title: It is longer than 3 characters.'];

it.each([
  ['abc', []],
  ['abcd', tooLong],
  ['😀😀😀', []],
  ['😀😀😀😀', tooLong],
])('counts the characters of %s', (title, expected) => {
  expect(departuresOf(title)).toEqual(expected);
});

it('does not look through a text that is far too long', () => {
  const looked = vi.spyOn(String.prototype, Symbol.iterator);
  expect(departuresOf('x'.repeat(1_000_000))).toEqual(tooLong);
  expect(looked).not.toHaveBeenCalled();
});
