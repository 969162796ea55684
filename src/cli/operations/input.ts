import { createReadStream } from 'node:fs';
import { decodeText, encodingProblem } from '../../server/runtime/decode-text.ts';
import { readBytes } from '../../server/runtime/read-bytes.ts';
import { readProblem } from '../../server/runtime/read-regular-file.ts';
import { usageError } from '../exit.ts';

/** Largest operation, and largest file with variables, in bytes. */
const defaultMaxBytes = 4_194_304;

/** What messages call a file, or standard input. */
export const inputName = (file: string) => (file === '-' ? 'standard input' : file);

/** The text of a file, or of standard input for `-`. Throws a usage error where it has more than `maxBytes`, or is no text. */
export async function readInput(file: string, maxBytes = defaultMaxBytes): Promise<string> {
  const name = inputName(file);
  const bytes = await readBytes(file === '-' ? process.stdin : createReadStream(file), maxBytes).catch((error) => {
    throw usageError(`${name} ${readProblem(error)}.`);
  });
  if (bytes === undefined) throw usageError(`${name} has more than ${maxBytes} bytes.`);
  const text = decodeText(bytes);
  if (text === undefined) throw usageError(`${name} ${encodingProblem}.`);
  return text;
}

/** The value of a text in JSON, of which messages name the subject. Throws a usage error. */
export function parsedJson(text: string, subject: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`${subject} is not valid JSON.`);
  }
}
