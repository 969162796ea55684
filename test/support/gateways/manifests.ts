import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A manifest of Relay or of the client preset: texts by their SHA-256. */
export const hashManifest = (...texts: string[]) => Object.fromEntries(texts.map((text) => [sha256(text), text]));

/** A manifest of Apollo. */
export const apolloManifest = (...texts: string[]) => ({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: texts.map((body) => ({ id: sha256(body), name: 'Any', type: 'query', body })),
});

/** Gives a function that creates a folder with these files; values that are no texts are written as JSON. */
export function temporaryFolders() {
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true });
  });
  return async (files: Readonly<Record<string, unknown>>): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'docgraph-'));
    folders.push(folder);
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return folder;
  };
}
