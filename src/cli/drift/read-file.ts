import { createReadStream } from 'node:fs';
import { readProblem } from '../../server/runtime/read-regular-file.ts';
import { decodeText, encodingProblem } from '../decode-text.ts';
import { usageError } from '../exit.ts';
import { readStream } from '../read-stream.ts';

/** Largest OpenAPI document, in bytes. */
const maxBytes = 33_554_432;

/** Longest one in YAML, which takes much longer to parse than JSON, in characters. */
const maxYamlLength = 8_388_608;

/** Reads and parses a document in JSON or YAML. Rejects with a usage error for a file that cannot be read or parsed. */
export async function readDocument(path: string): Promise<unknown> {
  const text = await readText(path);
  const isJson = /^\s*[{[]/.test(text) && !/\.ya?ml$/i.test(path);
  return isJson ? parseJson(text, path) : await parseYaml(text, path);
}

async function readText(path: string): Promise<string> {
  const bytes = await readStream(createReadStream(path), maxBytes).catch((error) => {
    throw usageError(`${path} ${readProblem(error)}.`);
  });
  if (bytes === undefined) throw usageError(`${path} has more than ${maxBytes} bytes.`);
  const text = decodeText(bytes);
  if (text === undefined) throw usageError(`${path} ${encodingProblem}.`);
  return text;
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`${path} is not valid JSON.`);
  }
}

/** Openings of more than 64 levels of lists and maps without a line of their own: reading them takes ever longer. */
const deepYaml = /(?:[[{]\s*){65}|(?:-[ \t]+){65}/;

/** Loaded only when it is used. A document with too many aliases is rejected, as it could become too large. */
async function parseYaml(text: string, path: string): Promise<unknown> {
  if (text.length > maxYamlLength) throw usageError(`${path} is too large for YAML. Convert it to JSON.`);
  if (deepYaml.test(text)) throw usageError(`${path} is nested too deeply.`);
  const { parse } = await import('yaml');
  try {
    return parse(text, { maxAliasCount: 1000, merge: true, logLevel: 'silent' });
  } catch (error) {
    const line = error instanceof Error ? error.message.split('\n')[0] : '';
    throw usageError(`${path} is not valid JSON or YAML: ${line}`);
  }
}
