import { hash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText, encodingProblem } from '../../runtime/decode-text.ts';
import { readProblem, readRegularFile } from '../../runtime/read-regular-file.ts';
import { quoted, TrustedDocumentsError } from './errors.ts';
import { type ManifestDocument, parseManifest } from './manifest.ts';

/** Limits of all manifests together: files, their size in bytes, and documents. */
const maxFiles = 1000;
const maxBytes = 67_108_864;
const maxDocuments = 20_000;

/**
 * Reads a manifest, or all files of a folder that end in `.json`. Rejects with a TrustedDocumentsError, which has a line for
 * each mistake.
 */
export async function readManifests(path: string): Promise<ManifestDocument[]> {
  const files = await manifestsAt(path);
  const mistakes: string[] = [];
  const documents: ManifestDocument[] = [];
  let size = 0;
  for (const file of files) {
    const bytes = await readable(file, () => readRegularFile(file, maxBytes - size));
    if (bytes === undefined) throw new TrustedDocumentsError([`The manifests have more than ${maxBytes} bytes.`]);
    size += bytes.length;
    try {
      // One by one: a call with a hundred thousand arguments exceeds the stack.
      for (const document of parseManifest(textIn(bytes, file), file)) documents.push(document);
    } catch (error) {
      if (!(error instanceof TrustedDocumentsError)) throw error;
      mistakes.push(...error.mistakes);
    }
  }
  if (mistakes.length > 0) throw new TrustedDocumentsError(mistakes);
  return withoutRepetitions(documents);
}

function textIn(bytes: Uint8Array, file: string): string {
  const text = decodeText(bytes);
  if (text === undefined) throw new TrustedDocumentsError([`${file} ${encodingProblem}.`]);
  return text;
}

/** What requests name a document by that no manifest has to name: an id of this form must not mean another document. */
const isSha256 = /^[\da-f]{64}$/i;

/**
 * The documents, each once. Throws a TrustedDocumentsError for none, for too many, for an id of two documents, and for an id
 * that has the form of a SHA-256 and is not that of the text.
 */
export function withoutRepetitions(documents: readonly ManifestDocument[]): ManifestDocument[] {
  const byId = new Map<string, ManifestDocument>();
  const mistakes: string[] = [];
  for (const document of documents) {
    const { id, text, file } = document;
    const other = byId.get(id);
    if (other === undefined) {
      byId.set(id, document);
      if (isSha256.test(id) && id.toLowerCase() !== hash('sha256', text, 'hex'))
        mistakes.push(`${file}: The id ${quoted(id)} is a SHA-256, but not that of its document.`);
    } else {
      const difference = differenceOf(document, other);
      const places = other.file === file ? file : `${other.file} and ${file}`;
      if (difference !== undefined) mistakes.push(`${places}: The id ${quoted(id)} is given to ${difference}.`);
    }
  }
  if (byId.size === 0) mistakes.push('There are no trusted documents.');
  if (byId.size > maxDocuments) mistakes.push(`There are more than ${maxDocuments} trusted documents.`);
  if (mistakes.length > 0) throw new TrustedDocumentsError(mistakes);
  return [...byId.values()];
}

function differenceOf(one: ManifestDocument, other: ManifestDocument): string | undefined {
  if (one.text !== other.text) return 'two different documents';
  return one.onError === other.onError ? undefined : 'two documents that differ in "onError"';
}

/** The manifests at a path. Rejects with a TrustedDocumentsError where there are none, or too many. */
export async function manifestsAt(path: string): Promise<string[]> {
  const isFolder = (await readable(path, () => stat(path))).isDirectory();
  if (!isFolder) return [path];
  const names = (await readable(path, () => readdir(path))).filter((name) => name.endsWith('.json')).sort();
  if (names.length === 0) throw new TrustedDocumentsError([`${path} has no manifest: no file ends in .json.`]);
  if (names.length > maxFiles) throw new TrustedDocumentsError([`${path} has more than ${maxFiles} manifests.`]);
  return names.map((name) => join(path, name));
}

/** Rejects with a TrustedDocumentsError where the file system does. */
async function readable<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new TrustedDocumentsError([`${path} ${readProblem(error)}.`]);
  }
}
