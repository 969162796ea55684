import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, sandboxTokens } from '../../../../src/sandbox/index.ts';
import { createGateway, type Gateway } from '../../../../src/server/gateway.ts';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { CallCounter } from '../../../support/execution/call-counter.ts';

/** What the first execution of a new document calls at least once. */
const preparation = {
  'graphql/language/parser.js': ['parseDocument', 'parseName'],
  'graphql/language/lexer.js': ['advance', 'readNextToken'],
  'engine/document/validation.ts': ['allRules'],
  'engine/document/document-limits.ts': ['checkLines'],
  'engine/compile/compile.ts': ['compileOperation', '#collect', '#field'],
  'engine/document/document-facts.ts': ['Field'],
};
const counts = (count: unknown) =>
  Object.fromEntries(Object.values(preparation).flatMap((names) => names.map((name) => [name, count])));
const atLeastOnce = expect.toSatisfy((count: number) => count > 0);

const documents = {
  list: `query List($first: Int, $withSites: Boolean!) { organizations(first: $first) {
    nodes { title ... on Node { id } sites(first: 1) @include(if: $withSites) { nodes { title } } } } }`,
  other: 'query Other { organizations(first: 1) { nodes { restId } } }',
};

const counter = new CallCounter();
let sandbox: Sandbox;
let upstreamUrl: string;
let gateway: Gateway;

beforeAll(async () => {
  sandbox = await createSandbox();
  upstreamUrl = await sandbox.listen();
  const trustedDocuments = { mode: 'enforce', documents } as const;
  gateway = await createGateway({
    upstreamUrl,
    trustedDocuments,
    settings: readSettings({ PORT: '0', SHUTDOWN_TIMEOUT: '400' }),
  });
  await counter.start();
});
afterAll(async () => {
  await counter.stop();
  await gateway.close();
  await sandbox.close();
});

async function send(body: object, { to = gateway, token = sandboxTokens.admin as string } = {}) {
  const response = await to.fetch(
    new Request('http://gateway/graphql', {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json,application/json;q=0.9',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    }),
  );
  return JSON.parse(await response.text());
}

describe('the first request for a trusted document', () => {
  it.each([true, false])('parses, validates and compiles nothing (a condition that is %s)', async (withSites) => {
    const calls = await counter.during(async () => {
      const { data, errors } = await send({ documentId: 'list', variables: { first: 1, withSites } });
      expect(errors).toBeUndefined();
      expect('sites' in data.organizations.nodes[0]).toBe(withSites);
    }, preparation);
    expect(calls).toEqual(counts(0));
  });

  it('prepares it once only, with explain', async () => {
    const request = { documentId: 'other', extensions: { explain: true } };
    const { parseDocument, allRules } = await counter.during(() => send(request), preparation);
    expect({ parseDocument, allRules }).toEqual({ parseDocument: 0, allRules: 0 });
  });
});

describe('an unknown document', () => {
  it.each([
    ['a syntax error', '{ organizations { nodes {{{ '],
    ['a large document', `{ ${'a: __typename '.repeat(60_000)} }`],
    ['a valid document', '{ organizations { nodes { title } } }'],
  ])('is rejected before it is parsed: %s', async (_, query) => {
    let answer: unknown;
    const calls = await counter.during(async () => {
      answer = await send({ query });
    }, preparation);
    expect(answer).toEqual({ errors: [{ message: expect.any(String), extensions: { code: 'UNKNOWN_DOCUMENT' } }] });
    expect(calls).toEqual(counts(0));
  });
});

describe('reloaded documents', () => {
  it('are compiled where they are new, and not where their text is the same', async () => {
    const added = 'query Added { __typename }';
    const same = await counter.during(() => gateway.reloadTrustedDocuments({ renamed: documents.list }), preparation);
    expect(same).toEqual(counts(0));
    const different = await counter.during(
      () => gateway.reloadTrustedDocuments({ renamed: documents.list, added }),
      preparation,
    );
    expect(different).toEqual({ ...counts(atLeastOnce), parseDocument: 1, allRules: 1, checkLines: 1 });
    expect(await send({ documentId: 'added' })).toEqual({ data: { __typename: 'Query' } });
    expect(await send({ documentId: 'renamed', variables: { first: 1, withSites: false } })).toMatchObject({
      data: {},
    });
    expect(await send({ documentId: 'other' })).toMatchObject({
      errors: [{ extensions: { code: 'UNKNOWN_DOCUMENT' } }],
    });
  });

  it('replace the old ones only if all of them are valid', async () => {
    await gateway.reloadTrustedDocuments(documents);
    const invalid = gateway.reloadTrustedDocuments({ other: '{ __typename }', broken: '{ nothing }' });
    await expect(invalid).rejects.toThrow('trustedDocuments: "broken" at 1:3: Cannot query field "nothing"');
    expect(await send({ documentId: 'other' })).toMatchObject({ data: { organizations: {} } });
  });
});

describe('other operations', () => {
  it('do not evict trusted documents', async () => {
    const trustedDocuments = { mode: 'report', documents } as const;
    const reporting = await createGateway({
      upstreamUrl,
      trustedDocuments,
      settings: readSettings({ PORT: '0', SHUTDOWN_TIMEOUT: '400' }),
    });
    // A generation of the operation cache holds 1,000 documents.
    for (let i = 0; i < 2500; i++) {
      expect(await reporting.execute({ query: `{ a${i}: __typename }` })).toEqual({ data: { [`a${i}`]: 'Query' } });
    }
    const calls = await counter.during(() => reporting.execute({ query: documents.other }), preparation);
    expect(calls).toEqual(counts(0));
    await reporting.close();
  });

  it('do not evict those that the service has answered', async () => {
    const open = await createGateway({
      upstreamUrl,
      settings: readSettings({ PORT: '0', SHUTDOWN_TIMEOUT: '400' }),
    });
    expect(await send({ query: documents.other }, { to: open })).toMatchObject({ data: { organizations: {} } });
    for (let i = 0; i < 6; i++) {
      const query = `{ a${i}: __typename } # ${'x'.repeat(100_000)}`;
      expect(await send({ query }, { to: open, token: 'made-up' })).toEqual({ data: { [`a${i}`]: 'Query' } });
    }
    const calls = await counter.during(() => send({ query: documents.other }, { to: open }), preparation);
    expect(calls).toEqual(counts(0));
    await open.close();
  });
});
