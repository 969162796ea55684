import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { decodeText, encodingProblem } from '../decode-text.ts';
import { usageError } from '../exit.ts';
import { readStream } from '../read-stream.ts';

/** Largest file or standard input that a command reads, in bytes. */
const maxBytes = 4_194_304;

/** The text of a file, or of standard input for `-`. Throws a usage error. */
export async function readInput(file: string): Promise<string> {
  const name = file === '-' ? 'standard input' : file;
  try {
    return await readText(file === '-' ? process.stdin : createReadStream(file), name);
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw usageError(`Cannot read ${name}: ${error.code}.`);
    throw error;
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

async function readText(stream: Readable, name: string): Promise<string> {
  const bytes = await readStream(stream, maxBytes);
  if (bytes === undefined) throw usageError(`${name} is larger than ${maxBytes} bytes.`);
  const text = decodeText(bytes);
  if (text === undefined) throw usageError(`${name} ${encodingProblem}.`);
  return text;
}
