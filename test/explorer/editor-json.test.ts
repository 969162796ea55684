import { describe, expect, it } from 'vitest';
import { objectIn, withValues } from '../../src/explorer/app/editor-json.ts';

describe('the text of an editor', () => {
  it.each([
    ['{ "first": 2 }', { first: 2 }],
    ['{\n  // Size of a page.\n  "first": 2, /* more */\n}', { first: 2 }],
    ['{ "__proto__": { "a": [1, null] } }', JSON.parse('{ "__proto__": { "a": [1, null] } }')],
    ['', {}],
    [' // none', {}],
    ['null', {}],
    [undefined, {}],
  ])('%j is an object', (text, values) => {
    expect(JSON.stringify(objectIn(text))).toBe(JSON.stringify(values));
  });

  it.each(['{ "first": ', '{ "a": 1 } 2', '[1]', '1', '"a"', '{ a: 1 }', '['.repeat(100_000)])(
    '%.20j is none',
    (text) => {
      expect(objectIn(text)).toBeUndefined();
    },
  );

  it.each([
    ['', '{\n  "after": "x"\n}'],
    ['null', '{\n  "after": "x"\n}'],
    ['{ "first": 2 }', '{\n  "first": 2,\n  "after": "x"\n}'],
    ['{\n  // Size.\n  "first": 2,\n}', '{\n  // Size.\n  "first": 2,\n  "after": "x",\n}'],
    ['{\n  "after": { "a": 1 }, // Cursor.\n  "first": 2\n}', '{\n  "after": "x", // Cursor.\n  "first": 2\n}'],
  ])('%j takes a value, and keeps the others and its comments', (text, expected) => {
    const changed = withValues(text, { after: 'x' });
    expect(changed).toBe(expected);
    expect(objectIn(changed)).toEqual({ ...objectIn(text), after: 'x' });
  });
});
