import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { wholeNumber } from '../../src/cli/options.ts';

describe('the number of an option', () => {
  it.each([
    ['0', 0, 65_535],
    ['65535', 0, 65_535],
    ['007', 0, 100],
  ])('may be %s', (text, min, max) => {
    expect(wholeNumber(min, max)(text)).toBe(Number(text));
  });

  it.each([
    ['65536', 0, 65_535],
    ['0', 1, 1000],
    ['1e3', 1, 1000],
    ['-1', 0, 600_000],
    ['5%', 0, 100],
    ['', 0, 100],
  ])('may not be "%s"', (text, min, max) => {
    const error = new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    expect(() => wholeNumber(min, max)(text)).toThrow(error);
  });
});
