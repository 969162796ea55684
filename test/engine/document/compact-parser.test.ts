import fc from 'fast-check';
import { type GraphQLError, type Location, parse, Source, TokenKind, visit } from 'graphql';
import { expect, it } from 'vitest';
import { BoundedLexer } from '../../../src/engine/document/bounded-lexer.ts';
import { CompactParser } from '../../../src/engine/document/compact-parser.ts';
import { defaultLimits } from '../../../src/engine/document/default-limits.ts';

const parseCompact = (text: string) => {
  const source = new Source(text);
  return new CompactParser(source, new BoundedLexer(source, defaultLimits)).parseDocument();
};

/** The document with its locations as a text, or the error with its place. */
function outcome(parsed: (text: string) => unknown, text: string): string {
  try {
    return JSON.stringify(parsed(text));
  } catch (error) {
    return JSON.stringify((error as GraphQLError).toJSON());
  }
}

const everything = `
  query Sites($first: Int! = 10 @a, $ids: [ID!]! = ["x", """y"""]) @b(c: {d: [1, -2.5e3], e: E, f: null, g: true}) {
    alias: sites(first: $first, ids: $ids) @include(if: true) { ...Site ... on Site @skip(if: false) { id } ... { id, name } }
  } # a comment
  "described" fragment Site on Site @c { a b { c d: e } ...F }
  mutation { a(b: []) } subscription S { a(b: {}) }
  """described""" type A implements B & C @d { "described" a(b: Int = 1 @e): [A!]! @f }
  extend schema @g { query: Q } union U = | A | B enum E { A B } input I { a: Int = 1 }
  directive @d(a: Int) repeatable on | FIELD | QUERY scalar S interface J { a: A }`;

const pieces = everything.match(/"""[^"]*"""|"[^"]*"|[-\w.]+|#.*\n|\S/g) ?? [];

/** The document of everything with some of its tokens removed, repeated, or replaced by others. */
const almostEverything = fc
  .array(fc.tuple(fc.nat(pieces.length - 1), fc.subarray(pieces, { maxLength: 2 })), { maxLength: 3 })
  .map((edits) => {
    const edited: string[][] = pieces.map((piece) => [piece]);
    for (const [at, replacement] of edits) edited[at] = replacement;
    return edited.flat().join(' ');
  });

const piecesAtRandom = fc
  .array(fc.constantFrom(...pieces, '{', '}', '{', '}', 'a', 'b', '"', '\0', '\n'), { maxLength: 20 })
  .map((chosen) => chosen.join(' '));

it.each([
  ['with few edits', almostEverything],
  ['of random tokens', piecesAtRandom],
])("parses documents %s as graphql's parser does", (_, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(outcome(parseCompact, text)).toBe(outcome(parse, text));
    }),
    { numRuns: 1000 },
  );
});

it('parses a document of everything', () => {
  expect(outcome(parseCompact, everything)).toBe(outcome(parse, everything));
  expect(parseCompact(everything).definitions).toHaveLength(12);
});

it('keeps no tokens, and one location for a field that is a name', () => {
  const locations: Location[] = [];
  visit(parseCompact('{ a }'), { enter: ({ loc }) => void (loc && locations.push(loc)) });
  expect(locations.map(({ startToken, endToken }) => [startToken.kind, endToken.kind])).toEqual(
    Array.from({ length: 5 }, () => [TokenKind.SOF, TokenKind.SOF]),
  );
  expect(new Set(locations).size).toBe(2);
});
