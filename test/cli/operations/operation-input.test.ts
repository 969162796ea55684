import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CommandFailure } from '../../../src/cli/exit.ts';
import { readOperation } from '../../../src/cli/operations/operation-input.ts';

describe('the operation of a command', () => {
  const document = 'query A($n: Int, $s: String, $list: [ID!], $role: MemberRole, $flag: Boolean!) { __typename }';

  it('takes variables by their types, the last ones first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'operations-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'variables.json'), '{"n":1,"s":"from the file"}');
    const flags = {
      execute: document,
      variables: `@${folder}/variables.json`,
      var: ['n=7', 's=7', 'list=["a"]', 'role=ADMIN', 'flag=true'],
    };
    expect(await readOperation(undefined, flags)).toEqual({
      query: document,
      variables: { n: 7, s: '7', list: ['a'], role: 'ADMIN', flag: true },
    });
  });

  it.each([
    ['a file and a document', 'x.graphql', { execute: '{ a }' }, 'Give a file or --execute, not both.'],
    [
      'an operation in place of a file',
      '{ organizations { totalCount } }',
      {},
      'The argument is the name of a file: pass an operation itself with --execute.',
    ],
    ['a missing file', 'missing.graphql', {}, 'missing.graphql does not exist.'],
    ['a folder', '.', {}, '. is a folder.'],
    ['no text', undefined, { execute: '\n' }, 'The operation is empty.'],
    ['a batch', undefined, { execute: '[{"query": "{ a }"}]' }, 'The JSON has no "query".'],
    [
      'variables that are no object',
      undefined,
      { execute: '{ a }', variables: '[1]' },
      '--variables must be a JSON object',
    ],
    ['variables that are no JSON', undefined, { execute: '{ a }', variables: '{' }, '--variables is not valid JSON.'],
    ['a pair without =', undefined, { execute: document, var: ['n'] }, '--var takes name=value, not "n".'],
    ['an unknown variable', undefined, { execute: document, var: ['x=1'] }, 'declares no variable $x.'],
    ['a list that is no JSON', undefined, { execute: document, var: ['list=a b'] }, '--var list must be JSON'],
    [
      'a variable for one of several operations',
      undefined,
      { execute: `${document} query B { a } { b }`, var: ['n=1'] },
      'The document has several operations. Name one of A, B, (anonymous) with --operation-name.',
    ],
    [
      'a variable for an operation that is missing',
      undefined,
      { execute: document, var: ['n=1'], operationName: 'B' },
      'The document has no operation "B". Name one of A with --operation-name.',
    ],
    [
      'a variable for a document without operations',
      undefined,
      { execute: 'fragment A on Query { a }', var: ['n=1'] },
      'The document has no operation.',
    ],
    [
      'variables that are nested deeply',
      undefined,
      { execute: document, variables: `{"n":${'['.repeat(50_000)}${']'.repeat(50_000)}}` },
      'The variables are nested too deeply.',
    ],
    ['JSON without a query', undefined, { execute: '{"a":1}' }, 'The JSON has no "query".'],
  ])('is rejected with exit code 2: %s', async (_, name, flags, message) => {
    const error = await readOperation(name, flags).catch((reason) => reason);
    expect(error).toBeInstanceOf(CommandFailure);
    expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
  });

  it.each([
    ['variables', '"{}"', 'a JSON object, such as {"id": "x"}'],
    ['variables', '[1]', 'a JSON object, such as {"id": "x"}'],
    ['operationName', '1', 'a text'],
    ['extensions', '[]', 'a JSON object'],
    ['onError', '"STOP"', '"PROPAGATE", "NULL" or "HALT"'],
  ])('is rejected with exit code 2 of a request with the %s %s', async (part, value, expected) => {
    const execute = `{"query":"{ a }","${part}":${value}}`;
    const error = await readOperation(undefined, { execute }).catch((reason) => reason);
    expect(error).toMatchObject({
      exitCode: 2,
      message: `The "${part}" of the request must be ${expected}.`,
    });
  });

  it.each([
    ['curl', `curl 'https://a/graphql' -H 'authorization: Bearer x' --data-raw '{"query":"{ a }"}'`],
    ['curl of cmd.exe', 'curl ^"https://a/graphql^" ^\n  --data-raw ^"^{^\\^"query^\\^":^\\^"^{ a ^}^\\^"^}^"'],
    ['fetch', `fetch("https://a/graphql", {"body": "{\\"query\\":\\"{ a }\\"}", "method": "POST"});`],
  ])('is read of a request that is copied as %s', async (_, execute) => {
    expect(await readOperation(undefined, { execute })).toEqual({ query: '{ a }' });
  });

  it('keeps what a copied request asks for beside its document', async () => {
    const body = { query: '{ a }', extensions: { explain: 'plan' }, onError: 'HALT' };
    const execute = `curl https://a/graphql -d '${JSON.stringify({ ...body, variables: null, operationName: null })}'`;
    expect(await readOperation(undefined, { execute })).toEqual(body);
  });

  it.each([
    ['curl https://a/graphql', 'The copied request has no body with a GraphQL operation.'],
    ["curl https://a -d '", "The quote ' is not closed. Paste the whole command."],
    ['fetch(url)', 'Expected fetch("<URL>", {…})'],
  ])('is rejected with exit code 2 of the request %s', async (execute, message) => {
    const error = await readOperation(undefined, { execute }).catch((reason) => reason);
    expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
  });

  it('is rejected with exit code 1 where it has a syntax error', async () => {
    await expect(readOperation(undefined, { execute: '{ a' })).rejects.toMatchObject({
      exitCode: 1,
      message: 'Syntax Error: Expected Name, found <EOF>. (line 1, column 4)',
    });
  });

  it('is rejected with exit code 1 where it is nested deeply', async () => {
    await expect(readOperation(undefined, { execute: '{a'.repeat(50_000) })).rejects.toMatchObject({
      exitCode: 1,
      message: 'The document is nested too deeply.',
    });
  });
});
