import { groupBy } from '../../engine/engine.ts';
import type { DocumentOperation } from './openapi-operation.ts';

/** Method and path without the names of parameters: operations with the same address are the same. */
export const addressOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/\{[^/]*\}/g, '{}').replace(/\/$/, '')}`;

/**
 * The operations of a document by their address. Of those that differ only in what is before the version, as `/v1/orgs` and
 * `/admin/v1/orgs`, it has the one at the expected base, else the one at the base that most operations have.
 */
export function operationsByAddress(
  operations: readonly DocumentOperation[],
  expectedBase: string,
): Map<string, DocumentOperation> {
  const usualBase = mostFrequent(operations.flatMap(({ bases }) => bases.slice(0, 1)));
  return new Map(
    [...groupBy(operations, addressOf)].flatMap(([address, alternatives]) => {
      const chosen =
        alternatives.find(({ bases }) => bases.includes(expectedBase)) ??
        // It may be at any base.
        alternatives.find(({ bases }) => bases.length === 0) ??
        alternatives.find(({ bases }) => usualBase !== undefined && bases.includes(usualBase)) ??
        alternatives[0];
      return chosen === undefined ? [] : [[address, chosen] as const];
    }),
  );
}

/** The first one of those that are there most often. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const [usual] = [...groupBy(texts, (text) => text).values()].sort((a, b) => b.length - a.length);
  return usual?.[0];
}
