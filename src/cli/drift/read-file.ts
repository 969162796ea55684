import { usageError } from '../exit.ts';
import { inputName, parsedJson, readInput } from '../operations/input.ts';

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
