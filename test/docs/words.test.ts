import { describe, expect, it } from 'vitest';
import { pages } from './pages.ts';

/** Words that a reader who knows GraphQL and Node would not understand here; docs/architecture.md defines those in use. */
const privateWords = /\b(lane|asker|under way|forsake|known heads|untaken|the house)\b/i;

describe('the documentation', () => {
  it.each(Object.entries(pages))('uses standard terms: %s', (_page, text) => {
    expect(text.split('\n').filter((line) => privateWords.test(line))).toEqual([]);
  });
});
