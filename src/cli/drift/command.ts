import { endpoints, entities } from '../../resources/contract.ts';
import { createSchema } from '../../resources/schema.ts';
import { paintFor } from '../colors.ts';
import { foundProblems } from '../exit.ts';
import { indexGraph } from '../graph/graph-index.ts';
import type { Streams } from '../streams.ts';
import type { Difference } from './difference.ts';
import { findDifferences } from './differences.ts';
import { readOpenApi } from './openapi-document.ts';
import { readDocument } from './read-file.ts';
import { reportLines } from './report.ts';
import { readSelections } from './selected-document.ts';

export interface DriftOptions {
  /** A manifest of documents, or a folder of manifests. */
  manifest?: string;
  /** Base address of the service, of which the path counts. */
  upstream?: URL;
  json?: boolean;
}

/**
 * Compares an OpenAPI document with the contract, and prints the differences. Rejects where one of them is breaking, or a file cannot be
 * compared.
 */
export async function runDrift(
  path: string,
  { manifest, upstream, json = false }: DriftOptions,
  { stdout }: Streams = process,
): Promise<void> {
  const differences = await differencesIn(path, manifest, upstream);
  const lines = json
    ? [JSON.stringify({ differences }, undefined, 2)]
    : reportLines(differences, endpoints.length, paintFor(stdout));
  stdout.write(`${lines.join('\n')}\n`);
  if (differences.some(({ isBreaking }) => isBreaking)) throw foundProblems([]);
}

/**
 * The differences between an OpenAPI document, in JSON or YAML, and the contract, with the documents of a manifest that they
 * affect. Rejects with a usage error or a TrustedDocumentsError for a file that cannot be compared.
 */
async function differencesIn(path: string, manifest?: string, upstream?: URL): Promise<Difference[]> {
  const schema = createSchema();
  const document = readOpenApi(await readDocument(path));
  const selected = manifest === undefined ? undefined : await readSelections(manifest, schema);
  const graph = await indexGraph(schema, Object.values(entities));
  const prefix = upstream?.pathname.replace(/\/+$/, '') ?? '';
  return findDifferences(endpoints, document, graph, { selected, prefix });
}
