import { createReadStream } from 'node:fs';
import { readProblem } from '../../server/runtime/read-regular-file.ts';
import { CommandFailure, usageError } from '../exit.ts';
import { parsedJson, readText } from '../operations/input.ts';

/** Largest OpenAPI document, in bytes. */
const maxBytes = 33_554_432;

/** Longest one in YAML, which takes much longer to parse than JSON, in characters. */
const maxYamlLength = 8_388_608;

/** Reads and parses a document in JSON or YAML. Rejects with a usage error for a file that cannot be read or parsed. */
export async function readDocument(path: string): Promise<unknown> {
  const text = await readText(createReadStream(path), path, maxBytes).catch((error) => {
    throw error instanceof CommandFailure ? error : usageError(`${path} ${readProblem(error)}.`);
  });
  const isJson = /^\s*[{[]/.test(text) && !/\.ya?ml$/i.test(path);
  return isJson ? parsedJson(text, path) : await parseYaml(text, path);
}

/** Openings of more than 64 levels of lists and maps without a line of their own: reading them takes ever longer. */
const deepYaml = /(?:[[{]\s*){65}|(?:-[ \t]+){65}/;

/** Loaded only when it is used. A document with too many aliases is rejected, as it could become too large. Its warnings are not printed. */
async function parseYaml(text: string, path: string): Promise<unknown> {
  if (text.length > maxYamlLength) throw usageError(`${path} is too large for YAML. Convert it to JSON.`);
  if (deepYaml.test(text)) throw usageError(`${path} is nested too deeply.`);
  const { parse } = await import('yaml');
  try {
    return parse(text, { maxAliasCount: 1000, merge: true, logLevel: 'error' });
  } catch (error) {
    const line = error instanceof Error ? error.message.split('\n')[0] : '';
    throw usageError(`${path} is not valid JSON or YAML: ${line}`);
  }
}
