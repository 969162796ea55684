import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { readBytes } from '../../server/runtime/read-bytes.ts';
import { decodeText, encodingProblem } from '../decode-text.ts';
import { usageError } from '../exit.ts';

/** Largest file or standard input that a command reads, in bytes. */
const maxBytes = 4_194_304;

/** The text of a file, or of standard input for `-`. Throws a usage error. */
export async function readInput(file: string): Promise<string> {
  const name = file === '-' ? 'standard input' : file;
  try {
    return await readText(file === '-' ? process.stdin : createReadStream(file), name, maxBytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw usageError(error.code === 'ENOENT' ? `There is no file ${name}.` : `Cannot read ${name}: ${error.code}.`);
  }
}

/** The value of a text in JSON, of which messages name the subject. Throws a usage error. */
export function parsedJson(text: string, subject: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`${subject} is not valid JSON.`);
  }
}

/** The text of a stream. Throws a usage error where it has more than `maxBytes`, or is no text. */
export async function readText(stream: Readable, name: string, maxBytes: number): Promise<string> {
  const bytes = await readBytes(stream, maxBytes);
  if (bytes === undefined) throw usageError(`${name} has more than ${maxBytes} bytes.`);
  const text = decodeText(bytes);
  if (text === undefined) throw usageError(`${name} ${encodingProblem}.`);
  return text;
}
