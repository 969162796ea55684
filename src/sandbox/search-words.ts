import { stemmer } from 'stemmer';

const maxStems = 50_000;

const stopWords = new Set(
  'a an and are as at be by do does for from how i if in into is it its my of on or our so than that the their then there these this to us was we what when where which who why will with you your'.split(
    ' ',
  ),
);

/** The stems of a query's words. Stop words are dropped, unless there are no others. */
export function queryTerms(query: string): string[] {
  const words = wordsOf(query.toLowerCase());
  const specific = words.filter((word) => !stopWords.has(word));
  return [...new Set((specific.length > 0 ? specific : words).map(stemOf))];
}

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

const stems = new Map<string, string>();

/** The stem of a word: `limits` and `limited` become `limit`. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word.toLowerCase());
  if (stems.size >= maxStems) stems.clear();
  stems.set(word, stem);
  return stem;
}
