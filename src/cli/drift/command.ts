import { endpoints, entities } from '../../resources/contract.ts';
import { createSchema } from '../../resources/schema.ts';
import { type Paint, paintFor } from '../colors.ts';
import { foundProblems, usageError } from '../exit.ts';
import { indexGraph } from '../graph/graph-index.ts';
import { inputName, parsedJson, readInput } from '../operations/input.ts';
import type { Streams } from '../streams.ts';
import { plural, printable } from '../table.ts';
import type { Difference, Place } from './difference.ts';
import { findDifferences } from './differences.ts';
import { readOpenApi } from './openapi-document.ts';
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

/** Largest OpenAPI document, in bytes. */
const maxBytes = 33_554_432;

/** Longest one in YAML, which takes much longer to parse than JSON, in characters. */
const maxYamlLength = 8_388_608;

/**
 * Reads and parses a document in JSON or YAML: a file, or standard input for `-`. Rejects with a usage error where it cannot be read or
 * parsed.
 */
export async function readDocument(path: string): Promise<unknown> {
  const text = await readInput(path, maxBytes);
  const isJson = /^\s*[{[]/.test(text) && !/\.ya?ml$/i.test(path);
  const name = inputName(path);
  return isJson ? parsedJson(text, name) : await parseYaml(text, name);
}

/** Openings of more than 64 levels of lists and maps without a line of their own: reading them takes ever longer. */
const deepYaml = /(?:[[{]\s*){65}|(?:-[ \t]+){65}/;

/** Loaded only when it is used. A document with too many aliases is rejected, as it could become too large. Its warnings are not printed. */
async function parseYaml(text: string, name: string): Promise<unknown> {
  if (text.length > maxYamlLength) throw usageError(`${name} is too large for YAML. Convert it to JSON.`);
  if (deepYaml.test(text)) throw usageError(`${name} is nested too deeply.`);
  const { parse } = await import('yaml');
  try {
    return parse(text, { maxAliasCount: 1000, merge: true, logLevel: 'error' });
  } catch (error) {
    const line = error instanceof Error ? error.message.split('\n')[0] : '';
    throw usageError(`${name} is not valid JSON or YAML: ${line}`);
  }
}

/** Most names on one line. */
const maxNames = 8;

function reportLines(differences: readonly Difference[], operationCount: number, paint: Paint): string[] {
  const breaking = differences.filter(({ isBreaking }) => isBreaking).length;
  const others = differences.length - breaking;
  if (differences.length === 0) return [paint('green', `No difference in ${operationCount} operations.`)];
  return [
    ...differences.flatMap((difference) => [...linesOf(difference, paint), '']),
    `${plural(breaking, 'breaking difference')} and ${plural(others, 'other')} in ${operationCount} operations.`,
  ];
}

function linesOf({ kind, isBreaking, message, places, fields, documents }: Difference, paint: Paint): string[] {
  const label = isBreaking ? paint('red', 'breaking') : paint('yellow', 'non-breaking');
  return [
    `${label}  ${paint('bold', printable(message))}  ${paint('dim', kind)}`,
    line('operations', places.map(placeText)),
    line('fields', fields),
    ...(documents === undefined ? [] : [line('documents', documents)]),
  ];
}

function placeText({ operation, location }: Place): string {
  return location === '' ? operation : `${operation} ${location}`;
}

function line(title: string, names: readonly string[]): string {
  const more = names.length > maxNames ? `, and ${names.length - maxNames} more` : '';
  const text = names.length === 0 ? 'none' : names.slice(0, maxNames).join(', ') + more;
  return `  ${title.padEnd(10)}  ${printable(text)}`;
}
