import type { ASTNode, Source, SourceLocation } from 'graphql';
import { memoize } from '../contract/memoize.ts';

/** The places of nodes in the document, computed once for each list of nodes. */
export const locationsOf = memoize((nodes: readonly ASTNode[]): readonly SourceLocation[] =>
  nodes.flatMap(({ loc }) => (loc === undefined ? [] : [locationAt(loc.source, loc.start)])),
);

/**
 * The properties that a GraphQLError has for its nodes. Assign them to an error that was made without nodes: graphql counts all lines of
 * the document up to them for each error.
 */
export function placeOfNodes(nodes: readonly ASTNode[]): object {
  const locations = locationsOf(nodes);
  if (locations.length === 0) return { nodes };
  return { nodes, source: nodes[0]?.loc?.source, positions: nodes.map(({ loc }) => loc?.start), locations };
}

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
