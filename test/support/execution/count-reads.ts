import type { Location } from 'graphql';

/**
 * Counts how often the text of a document is read from now on: graphql reads it once for each line that it counts. `loc` is that of any
 * node of the document.
 */
export function countReads(loc: Location | undefined): () => number {
  if (loc === undefined) throw new TypeError('The node has no place.');
  const { body } = loc.source;
  let reads = 0;
  Object.defineProperty(loc.source, 'body', {
    get: () => {
      reads++;
      return body;
    },
  });
  return () => reads;
}
