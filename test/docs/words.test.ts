import { describe, expect, it } from 'vitest';
import { pages } from './pages.ts';
import { privateWords } from './words.ts';

describe('the documentation', () => {
  it.each(Object.entries(pages))('uses standard terms: %s', (_page, text) => {
    expect(text.split('\n').filter((line) => privateWords.test(line))).toEqual([]);
  });
});
