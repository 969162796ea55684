import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TrustedDocumentsError } from '../../../../src/server/admission/trusted-documents/errors.ts';
import { readManifests } from '../../../../src/server/admission/trusted-documents/read-manifests.ts';
import { createGateway } from '../../../../src/server/gateway.ts';
import { apolloManifest, hashManifest, sha256, temporaryFolders } from '../../../support/gateways/manifests.ts';

const folderWith = temporaryFolders();
const one = '{ organizations { nodes { title } } }';
const two = 'query Two { __typename }';

/** A manifest of Apollo with one document. */
function withOnError(onError: string, id = 'x') {
  return { ...apolloManifest(), operations: [{ id, name: 'x', type: 'query', body: one, onError }] };
}

/** The lines of the error that reading these files gives, without the folder. */
async function mistakesIn(files: Readonly<Record<string, unknown>>): Promise<string[]> {
  const folder = await folderWith(files);
  const error: unknown = await readManifests(folder).then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof TrustedDocumentsError)) throw error ?? new Error('The manifests were read.');
  return error.lines.map((line) => line.replaceAll(`${folder}/`, '').replace(folder, 'folder'));
}

describe('manifests', () => {
  it.each([
    ['Relay and the client preset', hashManifest(one, two)],
    ['Apollo', apolloManifest(one, two)],
  ])('of %s are found by their form', async (_, manifest) => {
    const folder = await folderWith({ 'manifest.json': manifest });
    const file = join(folder, 'manifest.json');
    const documents = [one, two].map((text) => ({ id: sha256(text), text, file }));
    expect(await readManifests(file)).toEqual(documents);
    expect(await readManifests(folder)).toEqual(documents);
  });

  it('of a folder are read together, and the same document in two of them is one', async () => {
    const folder = await folderWith({ 'a.json': hashManifest(one), 'b.json': apolloManifest(one, two), 'c.txt': 'no' });
    expect((await readManifests(folder)).map(({ text }) => text)).toEqual([one, two]);
  });

  it('of Apollo may say what errors do to the response', async () => {
    const folder = await folderWith({ 'a.json': withOnError('HALT') });
    expect(await readManifests(folder)).toEqual([
      { id: 'x', text: one, onError: 'HALT', file: join(folder, 'a.json') },
    ]);
  });

  it('may not give one text two values of onError', async () => {
    const folder = await folderWith({ 'a.json': withOnError('NULL'), 'b.json': withOnError('HALT', 'y') });
    const trustedDocuments = { mode: 'enforce', documents: folder } as const;
    const rejected = createGateway({ upstreamUrl: 'http://127.0.0.1:9', trustedDocuments });
    await expect(rejected).rejects.toThrow('"y" has another "onError" than the same text before.');
  });

  it('may have ids that are no hashes, and names of prototypes', async () => {
    const manifest = '{"__proto__": "{ __typename }", "constructor": "{ __typename }", "Sites v1": "{ __typename }"}';
    const folder = await folderWith({ 'a.json': `\uFEFF${manifest}` });
    expect((await readManifests(folder)).map(({ id }) => id)).toEqual(['__proto__', 'constructor', 'Sites v1']);
  });

  it('may be UTF-16 with a byte order mark, and no other text', async () => {
    const folder = await folderWith({});
    const file = join(folder, 'a.json');
    await writeFile(file, Buffer.from('\uFEFF{"é": "{ __typename }"}', 'utf16le'));
    expect((await readManifests(folder)).map(({ id }) => id)).toEqual(['é']);
    await writeFile(file, Buffer.from('{"é": "{ __typename }"}', 'latin1'));
    await expect(readManifests(folder)).rejects.toThrow(`${file} is neither UTF-8 nor UTF-16 with a byte order mark.`);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no JSON', { 'a.json': '{"x": ' }, ['a.json: The manifest is not valid JSON.']],
    ['a list', { 'a.json': [one] }, ['a.json: The manifest must be a JSON object.']],
    [
      'values that are no texts',
      { 'a.json': { a: 1, b: one, c: null } },
      ['a.json: The document "a" must be a text.', 'a.json: The document "c" must be a text.'],
    ],
    ['an empty id', { 'a.json': { '': one } }, ['a.json: Document 1 needs an id, which is a text.']],
    [
      'a long id',
      { 'a.json': { ['x'.repeat(513)]: one } },
      [`a.json: The id "${'x'.repeat(100)}…" is longer than 512 characters.`],
    ],
    [
      'another format',
      { 'a.json': { format: 'other', version: 1, operations: [] } },
      ['a.json: "format" must be "apollo-persisted-query-manifest".'],
    ],
    [
      'an unknown onError',
      { 'a.json': withOnError('ABORT') },
      ['a.json: "onError" of the document "x" must be "PROPAGATE", "NULL" or "HALT".'],
    ],
    [
      'one id with two values of onError',
      { 'a.json': withOnError('NULL'), 'b.json': withOnError('HALT') },
      ['a.json and b.json: The id "x" is given to two documents that differ in "onError".'],
    ],
    ['another version', { 'a.json': { ...apolloManifest(one), version: 2 } }, ['a.json: "version" must be 1.']],
    [
      'operations that are no list',
      { 'a.json': { ...apolloManifest(one), operations: {} } },
      ['a.json: "operations" must be a list.'],
    ],
    [
      'operations without an id',
      { 'a.json': { ...apolloManifest(), operations: [null, { body: one }] } },
      ['a.json: Document 1 needs an id, which is a text.', 'a.json: Document 2 needs an id, which is a text.'],
    ],
    [
      'an id with two texts',
      { 'a.json': { a: one }, 'b.json': { a: two } },
      ['a.json and b.json: The id "a" is given to two different documents.'],
    ],
    [
      'the hash of another document',
      { 'a.json': { [sha256(one)]: two, [sha256(two).toUpperCase()]: two, [sha256(two)]: two } },
      [`a.json: The id "${sha256(one)}" is a SHA-256, but not that of its document.`],
    ],
    [
      'the hash of no document, in the form of Apollo',
      {
        'a.json': { ...apolloManifest(), operations: [{ id: 'a'.repeat(64), name: 'One', type: 'query', body: one }] },
      },
      [`a.json: The id "${'a'.repeat(64)}" is a SHA-256, but not that of its document.`],
    ],
    ['no documents', { 'a.json': {} }, ['There are no trusted documents.']],
    ['no files', {}, ['folder has no manifest: no file ends in .json.']],
  ])('with %s are rejected', async (_, files, lines) => {
    expect(await mistakesIn(files)).toEqual(lines);
  });

  it.each<[string, (path: string) => unknown]>([
    ['a named pipe', (path) => execFileSync('mkfifo', [path])],
    ['a device without an end', (path) => symlink('/dev/zero', path)],
    ['a folder', (path) => mkdir(path)],
  ])('that are %s are named, and not waited for', async (_, make) => {
    const folder = await folderWith({ 'a.json': hashManifest(one) });
    const path = join(folder, 'b.json');
    await make(path);
    const reason = `${path} is not a regular file.`;
    await expect(readManifests(folder)).rejects.toThrow(reason);
  });

  it('that are a socket cannot be read', async () => {
    const path = join(await folderWith({}), 'a.json');
    const server = createServer().listen(path);
    await expect(readManifests(path)).rejects.toThrow(`${path} cannot be read (ENXIO).`);
    server.close();
  });

  it.each([
    [67_108_864, 'b.json: The manifest is not valid JSON.'],
    [67_108_865, 'The manifests have more than 67108864 bytes.'],
  ])('have at most 67,108,864 bytes together: %i', async (bytes, mistake) => {
    const first = JSON.stringify(hashManifest(one));
    const folder = await folderWith({ 'a.json': first, 'b.json': '' });
    await truncate(join(folder, 'b.json'), bytes - first.length);
    await expect(readManifests(folder)).rejects.toThrow(mistake);
  });

  it('report at most 20 mistakes', async () => {
    const manifest = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`id${i}`, i]));
    const lines = await mistakesIn({ 'a.json': manifest });
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('30 more mistakes are not shown.');
  });

  it('have at most 20,000 documents', async () => {
    const manifest = Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [`id${i}`, '{ __typename }']));
    expect(await mistakesIn({ 'a.json': manifest })).toEqual(['There are more than 20000 trusted documents.']);
  });

  it('that do not exist are named', async () => {
    await expect(readManifests('/no/such/manifest.json')).rejects.toThrow('/no/such/manifest.json does not exist.');
  });
});

describe('documents by their ids in an object', () => {
  it('are rejected where an id is the hash of another text', async () => {
    const trustedDocuments = { mode: 'enforce', documents: { [sha256(one)]: two } } as const;
    const started = createGateway({ upstreamUrl: 'http://127.0.0.1:9', trustedDocuments });
    await expect(started).rejects.toThrow(
      `trustedDocuments: The id "${sha256(one)}" is a SHA-256, but not that of its document.`,
    );
  });
});

describe('documents that cannot be executed', () => {
  it.each([
    ['a subscription', 'subscription S { a }', 'at 1:1: The schema does not support subscription operations.'],
    ['a syntax error', '{ sites', 'at 1:8: Syntax Error: Expected Name, found <EOF>.'],
    ['an unknown field', 'query A {\n  site { title }\n}', 'at 2:3: Cannot query field "site" on type "Query".'],
    ['too many aliases', `{ ${Array.from({ length: 501 }, (_, i) => `a${i}: __typename`)} }`, 'The operation has more'],
  ])('are named with their file, their id and the reason: %s', async (_, text, reason) => {
    const folder = await folderWith({ 'a.json': { 'the-id': text } });
    const trustedDocuments = { mode: 'enforce', documents: folder } as const;
    const started = createGateway({ upstreamUrl: 'http://127.0.0.1:9', trustedDocuments });
    await expect(started).rejects.toMatchObject({
      lines: expect.arrayContaining([expect.stringContaining(`${join(folder, 'a.json')}: "the-id" ${reason}`)]),
    });
  });
});
