import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type DriftOptions, runDrift } from '../../../src/cli/drift/command.ts';
import { exitCodeOf } from '../../../src/cli/exit.ts';
import { contract } from '../../../src/resources/contract.ts';
import { type OpenApi, openApiOf } from '../../support/drift/openapi.ts';
import { builtCommand, killRemaining } from '../../support/processes/command.ts';
import { recordStreams } from '../../support/processes/recorded-streams.ts';

const { failure } = builtCommand();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docgraph-drift-'));
});
afterAll(async () => {
  killRemaining();
  await rm(folder, { recursive: true });
});

/** Runs the command on a file with these contents, and a manifest. */
async function drift(files: Record<string, string | Buffer>, name: string, options: DriftOptions = {}) {
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const streams = recordStreams();
  const manifest = options.manifest && join(folder, options.manifest);
  const given = { ...options, ...(manifest && { manifest }) };
  const code = await exitCodeOf(() => runDrift(join(folder, name), given, streams), streams);
  const { stdout, stderr } = streams.written;
  return { code, stdout, stderr: stderr.replaceAll(`${folder}/`, '') };
}

/** Runs the command on a named pipe, into which the content is written. */
async function driftOfPipe(name: string, content: Readable) {
  await promisify(execFile)('mkfifo', [join(folder, name)]);
  // It fails where the command has stopped reading.
  const written = pipeline(content, createWriteStream(join(folder, name))).catch(() => {});
  const result = await drift({}, name);
  await written;
  return result;
}

/** Without an operation, and with a new value of a role. */
function changed(): OpenApi {
  const document = openApiOf('inline');
  delete document.paths[contract.changeRequests.merge.path]?.post;
  const path = document.paths[contract.spaces.get.path]?.get;
  const content = path?.responses[200]?.content?.['application/json'];
  content?.schema.properties?.defaultLevel?.enum?.push('owner');
  return document;
}

const manifest = {
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: [
    ['1', 'Merge', 'mutation Merge($id: ID!) { mergeChangeRequest(input: { id: $id }) { mergedRevisionId } }'],
    ['2', 'Level', 'query Level($id: ID!) { space(id: $id) { ...Parts } } fragment Parts on Space { defaultRole }'],
    ['3', 'Title', 'query Title($id: ID!) { space(id: $id) { title } }'],
    // The record that has changed is another operation's.
    ['4', 'List', 'query List($id: ID!) { collection(id: $id) { spaces { nodes { defaultRole } } } }'],
    ['5', 'Node', 'query Node($id: ID!) { node(id: $id) { ... on Space { defaultRole } } }'],
  ].map(([id, name, body]) => ({ id, name, type: 'query', body })),
};

describe('docgraph drift', () => {
  it('finds no difference in a document of the contract in YAML', async () => {
    const files = { 'api.yaml': stringify(openApiOf('composed')) };
    expect(await drift(files, 'api.yaml')).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: 'No difference in 131 operations.\n',
    });
  });

  it('reads UTF-16 with a byte order mark', async () => {
    const text = Buffer.from(`\ufeff${JSON.stringify(openApiOf('composed'))}`, 'utf16le');
    expect(await drift({ 'wide.json': text }, 'wide.json')).toMatchObject({ code: 0, stderr: '' });
  });

  it('rejects a document in another encoding', async () => {
    expect(await drift({ 'latin.json': Buffer.from('{"openapi":"\xe9"}', 'latin1') }, 'latin.json')).toMatchObject({
      ...{ code: 2, stderr: 'latin.json is neither UTF-8 nor UTF-16 with a byte order mark.\n' },
    });
  });

  it('reads a pipe, and of one that does not end 32 MiB', async () => {
    const mebibyte = Buffer.alloc(1_048_576, ' ');
    const pieces = (count: number) => Readable.from(Array.from({ length: count }, () => mebibyte));
    expect(await driftOfPipe('short', Readable.from([JSON.stringify(openApiOf('composed'))]))).toMatchObject({
      code: 0,
    });
    expect(await driftOfPipe('long', pieces(64))).toMatchObject({
      ...{ code: 2, stderr: 'long has more than 33554432 bytes.\n' },
    });
  });

  it('reads the merge keys of YAML', async () => {
    const { paths, ...rest } = openApiOf('composed');
    const [[first, methods] = [], ...others] = Object.entries(paths);
    const merged = stringify({ 'x-shared': methods }).replace('x-shared:', 'x-shared: &shared');
    const document = { ...rest, paths: { ...Object.fromEntries(others), [`${first}`]: { '<<': 'shared' } } };
    const text = merged + stringify(document).replace(/(["']?)<<\1: shared/, '<<: *shared');
    expect(text).toContain('<<: *shared');
    expect(await drift({ 'merged.yaml': text }, 'merged.yaml')).toMatchObject({ code: 0, stderr: '' });
  });

  it('names the fields, and the documents of a manifest that select them', async () => {
    const files = { 'api.json': JSON.stringify(changed()), 'manifest.json': JSON.stringify(manifest) };
    const { code, stdout } = await drift(files, 'api.json', { manifest: 'manifest.json', json: true });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).differences).toEqual([
      {
        kind: 'operation-removed',
        isBreaking: true,
        message: 'The operation POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge is removed.',
        places: [{ operation: 'changeRequests.merge', location: '' }],
        fields: ['Mutation.mergeChangeRequest'],
        documents: ['Merge (1)'],
      },
      {
        kind: 'response-field-values-added',
        isBreaking: true,
        message: 'The response field defaultLevel has the new values "owner".',
        places: [{ operation: 'spaces.get', location: 'defaultLevel' }],
        fields: ['Space.defaultRole'],
        documents: ['Level (2)', 'Node (5)'],
      },
    ]);
  });

  it('prints a report for people', async () => {
    const { code, stdout } = await drift({ 'api.json': JSON.stringify(changed()) }, 'api.json');
    expect(code).toBe(1);
    expect(stdout.split('\n')).toEqual([
      'breaking  The operation POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge is removed.  operation-removed',
      '  operations  changeRequests.merge',
      '  fields      Mutation.mergeChangeRequest',
      '',
      'breaking  The response field defaultLevel has the new values "owner".  response-field-values-added',
      '  operations  spaces.get defaultLevel',
      '  fields      Space.defaultRole',
      '',
      '2 breaking differences and 0 others in 131 operations.',
      '',
    ]);
  });

  it('expects the servers at the path of --upstream', async () => {
    const document = { ...openApiOf('inline'), servers: [{ url: 'https://api.example.com/docs' }] };
    const files = { 'api.json': JSON.stringify(document) };
    const { code, stdout } = await drift(files, 'api.json');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^breaking {2}The service is at the path \/docs\/v1, not at \/v1\. {2}server-path$/m);
    const upstream = new URL('https://gateway.example.com/docs/');
    expect(await drift(files, 'api.json', { upstream })).toMatchObject({
      code: 0,
      stdout: 'No difference in 131 operations.\n',
    });
  });

  it.each([
    ['missing.json', '', 'missing.json does not exist.'],
    ['text.json', '{', 'text.json is not valid JSON.'],
    [
      'cut.yaml',
      'openapi: 3.1.0\npaths: {}\nservers: [',
      'cut.yaml is not valid JSON or YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 3, column 11:',
    ],
    [
      'twice.yaml',
      'openapi: 3.1.0\npaths: {}\npaths: {}',
      'twice.yaml is not valid JSON or YAML: Map keys must be unique at line 3, column 1:',
    ],
    [
      'swagger.json',
      '{"swagger":"2.0"}',
      'The file is no OpenAPI document of version 3.0 or 3.1: see its "openapi" field.',
    ],
  ])('exits with code 2 and one line for %s', async (name, text, line) => {
    const files = text === '' ? {} : { [name]: text };
    expect(await drift(files, name)).toEqual({ code: 2, stdout: '', stderr: `${line}\n` });
  });

  it('exits with code 2 for a usage error', async () => {
    expect(await failure(['drift'])).toEqual({ code: 2, lines: ["error: missing required argument 'document'"] });
  });
});
