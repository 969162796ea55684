import type { FieldNode, Source, SourceLocation } from 'graphql';
import { memoize } from '../contract/memoize.ts';

/** The places of a field's nodes in the document, computed once. */
export const locationsOf = memoize((nodes: readonly FieldNode[]): readonly SourceLocation[] =>
  nodes.flatMap(({ loc }) => (loc === undefined ? [] : [locationAt(loc.source, loc.start)])),
);

/** Where each line of a document starts. Its limits bound their number. */
const lineStartsOf = memoize(({ body }: Source): readonly number[] => {
  const starts = [0];
  for (const { 0: end, index } of body.matchAll(/\r\n|[\n\r]/g)) starts.push(index + end.length);
  return starts;
});

function locationAt(source: Source, position: number): SourceLocation {
  const starts = lineStartsOf(source);
  let first = 0;
  let last = starts.length - 1;
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if ((starts[middle] as number) <= position) first = middle;
    else last = middle - 1;
  }
  return { line: first + 1, column: position + 1 - (starts[first] as number) };
}
