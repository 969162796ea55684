import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
    size += (await readable(file, () => stat(file))).size;
    if (size > maxBytes) throw new TrustedDocumentsError([`The manifests have more than ${maxBytes} bytes.`]);
    const json = await readable(file, () => readFile(file, 'utf8'));
    try {
      documents.push(...parseManifest(json, file));
    } catch (error) {
      if (!(error instanceof TrustedDocumentsError)) throw error;
      mistakes.push(...error.mistakes);
    }
  }
  if (mistakes.length > 0) throw new TrustedDocumentsError(mistakes);
  return withoutRepetitions(documents);
}

/** The documents, each once. Throws a TrustedDocumentsError for none, for too many, and for an id of two documents. */
export function withoutRepetitions(documents: readonly ManifestDocument[]): ManifestDocument[] {
  const byId = new Map<string, ManifestDocument>();
  const mistakes: string[] = [];
  for (const document of documents) {
    const { id, text, file } = document;
    const other = byId.get(id);
    if (other === undefined) byId.set(id, document);
    else if (other.text !== text) {
      const places = other.file === file ? file : `${other.file} and ${file}`;
      mistakes.push(`${places}: The id ${quoted(id)} is given to two different documents.`);
    }
  }
  if (byId.size === 0) mistakes.push('There are no trusted documents.');
  if (byId.size > maxDocuments) mistakes.push(`There are more than ${maxDocuments} trusted documents.`);
  if (mistakes.length > 0) throw new TrustedDocumentsError(mistakes);
  return [...byId.values()];
}

async function manifestsAt(path: string): Promise<string[]> {
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
    if (error instanceof TrustedDocumentsError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new TrustedDocumentsError([`${path} ${reason}.`]);
  }
}
