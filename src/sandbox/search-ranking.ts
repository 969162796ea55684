import type { PageText, SearchedField } from './page-text.ts';

/** How well a text matches a query. */
export interface TextMatch {
  /** The relevance; higher is better. It depends on the text and the query alone. */
  score: number;
  /** The stems of the text that match the query. */
  stems: ReadonlySet<string>;
}

/** The fields of a page with their weight, and the number of words that is usual for them. */
const fields = [
  { name: 'title', weight: 8, usualLength: 3 },
  { name: 'headings', weight: 3, usualLength: 12 },
  { name: 'description', weight: 2, usualLength: 12 },
  { name: 'text', weight: 1, usualLength: 250 },
] as const;

/** Ranks texts by a query, each text once. Every term of the query must be in the text. */
export function rankBy(terms: readonly string[]): (text: PageText) => TextMatch | undefined {
  const known = new Map<PageText, TextMatch | undefined>();
  return (text) => {
    if (known.has(text)) return known.get(text);
    const match = matchOf(text, terms);
    known.set(text, match);
    return match;
  };
}

function matchOf(text: PageText, terms: readonly string[]): TextMatch | undefined {
  if (terms.length === 0) return undefined;
  const stems = new Set<string>();
  let score = 0;
  for (const [i, term] of terms.entries()) {
    // A reader who types a query has not finished its last word.
    const isPrefix = i === terms.length - 1 && terms.join('').length > 2;
    const found = isPrefix ? beginningWith(text, term) : exactly(text, term);
    if (found.length === 0) return undefined;
    for (const stem of found) {
      stems.add(stem);
      score += relevance(text, stem) * (stem === term ? 1 : (0.4 * term.length) / stem.length);
    }
  }
  return { score, stems };
}

const exactly = (text: PageText, term: string) =>
  fields.some(({ name }) => text.fields[name].stems.has(term)) ? [term] : [];

function beginningWith(text: PageText, prefix: string): string[] {
  const found = new Set<string>();
  for (const { name } of fields) {
    for (const stem of text.fields[name].stems.keys()) if (stem.startsWith(prefix)) found.add(stem);
  }
  return [...found];
}

function relevance(text: PageText, stem: string): number {
  let sum = 0;
  for (const { name, weight, usualLength } of fields) sum += weight * frequency(text.fields[name], stem, usualLength);
  return sum;
}

/** The frequency of a stem, saturated and relative to the length of the field, as in BM25. */
function frequency({ stems, length }: SearchedField, stem: string, usualLength: number): number {
  const count = stems.get(stem) ?? 0;
  return (count * 2.2) / (count + 1.2 * (0.3 + (0.7 * length) / usualLength));
}
