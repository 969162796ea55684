import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OperationReport } from '../../../src/cli/check/check-operation.ts';
import type { CheckFlags } from '../../../src/cli/check/command.ts';
import { globalId } from '../../../src/engine/engine.ts';
import { apolloManifest, hashManifest, sha256, temporaryFolders } from '../../support/gateways/manifests.ts';
import { check, jsonOf } from '../../support/processes/check.ts';
import { builtCommand } from '../../support/processes/command.ts';

const folderWith = temporaryFolders();

const list =
  'query List($first: Int!) { organizations(first: $first) { nodes { ...Titles sites { nodes { title } } } } }';
const titles = 'fragment Titles on Organization { title members { nodes { role } } }';

describe('docgraph check', () => {
  it('plans operations of GraphQL files, whose fragments are in other files, and prints a table', async () => {
    const folder = await folderWith({ 'list.graphql': list });
    await mkdir(join(folder, 'below'));
    await writeFile(join(folder, 'below', 'fragments.gql'), titles);
    const { exitCode, text } = await check({ path: folder });
    expect(text.split('\n')).toEqual([
      'operation  result  calls  levels  deprecated  costliest path',
      'List       ok         51       2              organizations.nodes.members (25 × members.list)',
      '',
      '1 operation checked, 0 failed.',
      '',
    ]);
    expect(exitCode).toBe(0);
  });

  it('fails for arguments that are rejected whatever the service holds, and not for those of variables', async () => {
    const folder = await folderWith({
      'literal.graphql': 'query Literal($id: ID!) { node(id: $id) { id } organizations(first: 2000) { nodes { id } } }',
      'nested.graphql':
        'query Nested { all: organizations { ...Long } } fragment Long on OrganizationConnection { nodes { sites(first: -1) { totalCount } } }',
      'variable.graphql':
        'query Variable($n: Int!, $id: ID!) { organizations(first: $n) { totalCount } space(id: $id) { title } }',
    });
    const failing = async (flags: Partial<CheckFlags> = {}) => {
      const { exitCode, report } = await jsonOf({ path: folder, ...flags });
      const operations = report.operations as OperationReport[];
      const errors = operations.flatMap(({ name, errors }) => errors.map(({ message }) => `${name}: ${message}`));
      return { exitCode, errors };
    };
    const literals = [
      expect.stringMatching(/^Literal: organizations: .*2000/),
      expect.stringMatching(/^Nested: all\.nodes\.sites: .*-1/),
    ];
    expect(await failing()).toEqual({ exitCode: 1, errors: literals });
    expect((await check({ path: folder })).text).toMatch(/^Literal +rejected /m);
    const variables = await folderWith({ 'v.json': JSON.stringify({ Variable: { n: 3000, id: 'x' } }) });
    const { errors } = await failing({ variables: join(variables, 'v.json') });
    expect(errors).toEqual([...literals, expect.stringMatching(/^Variable: organizations: .*3000/)]);
  });

  it('decides by each argument of a field, and plans those that variables do not reject', async () => {
    const sites = 'sites(first: 2000, after: $after) { nodes { id } }';
    const requests = 'changeRequests(status: $status, statuses: $statuses) { nodes { id } }';
    const folder = await folderWith({
      'a.graphql': `
        query Beside($id: ID!, $after: String) { organization(id: $id) { ${sites} } }
        query Given($id: ID!, $n: Int!, $after: String) { organization(id: $id) { sites(first: $n, after: $after) { totalCount } } }
        query Together($id: ID!, $status: String!, $statuses: [String!]!) { space(id: $id) { ${requests} } }
        query Default($n: Int = 2000) { organizations(first: $n) { totalCount } }
        query Few($n: Int = 3) { organizations(first: $n) { nodes { members { totalCount } } } }`,
      'variables.json': { Given: { n: 2000 } },
    });
    const { report } = await jsonOf({ path: folder, variables: join(folder, 'variables.json') });
    const found = report.operations.map(({ name, errors, plan }: OperationReport) => [
      name,
      errors.map(({ message }) => message),
      plan?.calls,
    ]);
    const tooMany = (field: string) => `${field}: "first" must be from 0 to 1000, not 2000.`;
    expect(found).toEqual([
      ['Beside', [tooMany('organization.sites')], 0],
      ['Given', [tooMany('organization.sites')], 0],
      ['Together', [], 1],
      ['Default', [tooMany('organizations')], 0],
      ['Few', [], 4],
    ]);
  });

  it('fails for invalid operations, with file, line and column, and for expensive ones', async () => {
    const folder = await folderWith({
      'bad.graphql': 'query Bad {\n  sitez { title }\n}\n',
      'broken.graphql': 'query {',
      'list.graphql': `${list} ${titles}`,
      'twice.graphql': '\nquery List { __typename }',
    });
    const { exitCode, report } = await jsonOf({ path: folder, maxCalls: 50 });
    expect(exitCode).toBe(1);
    expect(report.passed).toBe(false);
    expect(report.problems).toEqual([
      {
        message: 'Syntax Error: Expected Name, found <EOF>.',
        file: join(folder, 'broken.graphql'),
        line: 1,
        column: 8,
      },
      { message: 'There are two definitions of List.', file: join(folder, 'twice.graphql'), line: 2, column: 1 },
    ]);
    expect(report.operations).toEqual([
      {
        name: 'Bad',
        kind: 'query',
        id: null,
        place: `${join(folder, 'bad.graphql')}:1:1`,
        isValid: false,
        errors: [expect.objectContaining({ file: join(folder, 'bad.graphql'), line: 2, column: 3 })],
        deprecations: [],
        plan: null,
      },
      expect.objectContaining({
        name: 'List',
        isValid: true,
        errors: [expect.objectContaining({ message: 'It may need 51 REST calls, and at most 50 are allowed.' })],
        plan: {
          calls: 51,
          isUnbounded: false,
          levels: 2,
          costliest: { field: 'organizations.nodes.members', operation: 'members.list', calls: 25 },
        },
      }),
    ]);
    const { text } = await check({ path: folder, maxCalls: 50 });
    expect(text).toContain(`${join(folder, 'bad.graphql')}:2:3: error: Cannot query field "sitez"`);
    expect(text).toContain('2 operations checked, 4 failed.');
  });

  it.each([
    ['Relay', hashManifest],
    ['Apollo', apolloManifest],
  ])('reads manifests of %s', async (_, manifest) => {
    const text = `${list} ${titles}`;
    const folder = await folderWith({ 'manifest.json': manifest(text, 'query Bad { nothing }') });
    const { exitCode, report } = await jsonOf({ path: join(folder, 'manifest.json') });
    expect(exitCode).toBe(1);
    const [good, bad] = report.operations;
    expect(good).toMatchObject({ name: 'List', id: sha256(text), plan: { calls: 51 } });
    const file = `${join(folder, 'manifest.json')}#${sha256('query Bad { nothing }')}`;
    expect(bad.errors).toEqual([expect.objectContaining({ file, line: 1, column: 13 })]);
  });

  it('plans the most expensive outcome of conditions and of types, and the numbers and variables that are given', async () => {
    const folder = await folderWith({
      'a.graphql': `
        query Condition($no: Boolean!) { organizations(first: 2) { nodes { sites @skip(if: $no) { totalCount } } } }
        query Types($id: ID!) { node(id: $id) { ... on Space { title } ... on Organization { title sites { nodes { title } } } } }
        query Own($first: Int!, $after: String!) { organizations(first: $first, after: $after) { nodes { sites { nodes { id } } } } }`,
      'variables.json': { Own: { first: 7 } },
    });
    const callsOf = async (flags: Partial<CheckFlags>) => {
      const { report } = await jsonOf({ path: folder, ...flags });
      return Object.fromEntries(report.operations.map(({ name, plan }: OperationReport) => [name, plan?.calls]));
    };
    expect(await callsOf({ pageSize: 10 })).toEqual({ Condition: 3, Types: 2, Own: 11 });
    const variables = join(folder, 'variables.json');
    expect(await callsOf({ variables })).toEqual({ Condition: 3, Types: 2, Own: 8 });
  });

  it('plans fragments on interfaces, each of many conditions, and says where any outcome is unbounded', async () => {
    const sites = 'organizations(first: 5) { nodes { sites { nodes { id } } } }';
    const skips = ['a', 'b', 'c', 'd', 'e'].map((name) => `$${name}: Boolean!`).join(', ');
    const small = ['a', 'b', 'c', 'd'].map((name) => `${name}: viewer @skip(if: $${name}) { __typename }`).join(' ');
    const comments = 'comments(first: 5) { totalCount }';
    const folder = await folderWith({
      'a.graphql': `
        query Interface($id: ID!) { node(id: $id) { ... on Content { files(first: 5) { nodes { id } } } } }
        query Any($id: ID!) { node(id: $id) { ... on Node { id } } }
        query Skips(${skips}) { ${small} e: ${sites.replace('(first: 5)', '(first: 5) @skip(if: $e)')} }
        query Tree($tree: Boolean!) { space(id: "s") {
          pages @include(if: $tree) { id ${comments} } changeRequests(first: 5) @skip(if: $tree) { nodes { ${comments} } } } }`,
    });
    const { report } = await jsonOf({ path: folder, pageSize: 10 });
    const plans = Object.fromEntries(report.operations.map(({ name, plan }: OperationReport) => [name, plan]));
    expect(plans.Interface.calls).toBeGreaterThan(0);
    expect(plans.Any.calls).toBe(1);
    expect(plans.Skips.calls).toBe(6);
    expect(plans.Tree).toMatchObject({ calls: expect.any(Number), isUnbounded: true });
  });

  it('coerces given variables as the gateway does, and names each that no operation takes', async () => {
    const id = globalId({ name: 'Member' }, { organizationId: 'o', userId: 'u' });
    const folder = await folderWith({
      'a.graphql': `
        mutation Update($input: UpdateMemberInput!) { updateMember(input: $input) { clientMutationId } }
        query List($first: Int, $after: String) { organizations(first: $first, after: $after) { nodes { id } } }`,
      'valid.json': { Update: { input: { id, role: 'ADMIN' } }, List: { first: 5, after: null } },
      'invalid.json': {
        Update: { input: { role: 'OWNER' }, inputs: {} },
        List: { first: 'abc' },
        Lists: {},
        none: 1,
      },
    });
    const path = join(folder, 'a.graphql');
    expect(await jsonOf({ path, variables: join(folder, 'valid.json') })).toMatchObject({
      exitCode: 0,
      report: { operations: [{ plan: { calls: 1 } }, { plan: { calls: 1 } }] },
    });
    const { exitCode, text } = await check({ path, variables: join(folder, 'invalid.json') });
    expect(exitCode).toBe(2);
    expect(
      text
        .replaceAll(`${join(folder, 'invalid.json')}: `, '')
        .trimEnd()
        .split('\n'),
    ).toEqual([
      'Update has no variable $inputs.',
      expect.stringMatching(/^Update\.input: .*"id" of required type "ID!"/),
      expect.stringMatching(/^Update\.input\.role: Value "OWNER" does not exist in "Role" enum/),
      expect.stringMatching(/^List\.first: Int cannot represent non-integer value: "abc"/),
      'There is no operation "Lists".',
      'none must be an object with variables.',
    ]);
  });

  it('reports deprecated fields as warnings', async () => {
    const folder = await folderWith({
      'a.graphql': 'query Trials { organizations { nodes { isOnNewTrial } } }',
    });
    const { exitCode, text } = await check({ path: folder });
    expect(text).toContain(
      `${join(folder, 'a.graphql')}:1:40: deprecated: The field Organization.isOnNewTrial is deprecated.`,
    );
    expect(text).toContain('1 operation checked, 0 failed.');
    expect(exitCode).toBe(0);
  });

  it('applies the limits of the environment', async () => {
    const folder = await folderWith({ 'a.graphql': 'query A { organizations { nodes { id } } b: __typename }' });
    expect(await check({ path: folder }, { MAX_PLANNED_CALLS: '1' })).toMatchObject({ exitCode: 0 });
    const limited = await check({ path: folder }, { MAX_ROOT_FIELDS: '1' });
    expect(limited).toMatchObject({ exitCode: 1, text: expect.stringContaining('has more than 1 root fields') });
    const wrong = await check({ path: folder }, { MAX_ROOT_FIELDS: 'x' });
    expect(wrong).toMatchObject({
      exitCode: 2,
      text: expect.stringMatching(/^MAX_ROOT_FIELDS must be a whole number.*\n$/),
    });
  });

  it('replaces control characters', async () => {
    const folder = await folderWith({ 'a.json': { '\u001b[31m': '{ nothing }' } });
    const { text } = await check({ path: join(folder, 'a.json') });
    expect(text).not.toContain('\u001b');
    expect(text).toContain('#\ufffd[31m:1:3: error');
  });

  it.each<[string, (folder: string) => Parameters<typeof check>[0], RegExp]>([
    ['a path that does not exist', () => ({ path: '/no/such/folder' }), /^\/no\/such\/folder does not exist\.\n$/],
    ['a name that is too long', () => ({ path: 'x'.repeat(300) }), /^x+ cannot be read \(ENAMETOOLONG\)\.\n$/],
    [
      'a folder without operations',
      (path) => ({ path }),
      /^No file of .+ ends in \.graphql or \.gql: manifests are read\.\n.+ has no manifest: no file ends in \.json\.\n$/,
    ],
    ['variables that do not exist', (path) => ({ path, variables: '/no/file' }), /^\/no\/file does not exist\.\n$/],
  ])('gives exit code 2 for %s', async (_, args, line) => {
    expect(await check(args(await folderWith({})))).toEqual({ exitCode: 2, text: expect.stringMatching(line) });
  });
});

describe('the command', () => {
  const { start } = builtCommand();

  it('prints the report without colors, and exits with code 1 for a failure', async () => {
    const folder = await folderWith({ 'a.graphql': 'query A { nothing }' });
    const { stdout, stderr, exit } = start(['check', folder]);
    expect(await exit).toEqual({ code: 1, signal: null });
    expect(await stdout).toMatch(/^operation {2}result .*\nA {10}invalid\n/);
    expect((await stdout) + (await stderr)).not.toContain('\u001b');
  });

  it('exits with code 2 for wrong arguments', async () => {
    const { stdout, stderr, exit } = start(['check', '--calls', '1']);
    expect(await exit).toEqual({ code: 2, signal: null });
    expect([await stdout, await stderr]).toEqual(['', expect.stringMatching(/^error: unknown option '--calls'/)]);
  });
});
