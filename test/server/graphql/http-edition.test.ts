import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { GraphQLError, specifiedRules } from 'graphql';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, sandboxTokens } from '../../../src/sandbox/index.ts';
import { createGateway, type Gateway } from '../../../src/server/gateway.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { olderAudits, statements } from '../../support/edition/edition-statements.ts';
import {
  type AuditRequest,
  type AuditResponse,
  auditFields,
  graphqlType,
  type Statement,
} from '../../support/edition/statement.ts';
import { type EmbeddingServer, embeddings } from '../../support/gateways/embedding-servers.ts';

let sandbox: Sandbox;
let sandboxUrl: string;

beforeAll(async () => {
  sandbox = await createSandbox();
  sandboxUrl = await sandbox.listen();
});

afterAll(() => sandbox.close());

/** How often a resolver of the audit has run. */
let executions = 0;

const run = <Value>(value: Value) => {
  executions++;
  return value;
};

/** A gateway whose schema can fail as the statements need it. */
function auditedGateway(executor: string): Promise<Gateway> {
  return createGateway({
    upstreamUrl: sandboxUrl,
    settings: readSettings({ PORT: '0', EXECUTOR: executor, MAX_BODY_BYTES: '4096', CLIENT_TIMEOUT: '200' }),
    typeDefs: auditFields,
    resolvers: {
      Query: {
        echo: (_: unknown, { text }: { text: string }) => run(text),
        failing: () => run(Promise.reject(new GraphQLError('It fails.', { extensions: { code: 'FORBIDDEN' } }))),
        mandatory: () => run(null),
      },
      Mutation: { touch: () => run(1) },
    },
    authenticate: ({ headers }) => {
      if (headers['x-forbidden'] !== undefined) throw new Error('Forbidden.');
      return { authorization: `Bearer ${sandboxTokens.admin}` };
    },
  });
}

/** The request as `fetch` takes it: a body of bytes has no `Content-Type` of its own. */
function initOf({ method, headers, body }: AuditRequest): RequestInit {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method: method ?? 'GET',
    headers: { accept: graphqlType, ...headers },
    ...(body !== undefined && { body: new TextEncoder().encode(json) }),
  };
}

async function expectResponse(server: EmbeddingServer, request: AuditRequest, expected: AuditResponse): Promise<void> {
  const search = request.search === undefined ? '' : `?${new URLSearchParams(request.search)}`;
  const response = await server.send(initOf(request), search);
  const body = await response.text();
  expect(response.status, body).toBe(expected.status);
  const type = expected.type ?? expect.stringContaining('json; charset=utf-8');
  expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': type, ...expected.headers });
  const result = JSON.parse(body);
  expect({ data: undefined, errors: undefined, ...result }).toMatchObject(matching(expected.body));
  expect(Object.keys(result)).toEqual(
    Object.keys(result).filter((key) => ['errors', 'data', 'extensions'].includes(key)),
  );
  for (const error of result.errors ?? []) expect(error).toMatchObject({ message: expect.any(String) });
}

/** A pattern stands for any text that it matches. */
function matching(value: unknown): object {
  if (value instanceof RegExp) return expect.stringMatching(value);
  if (Array.isArray(value)) return value.map(matching);
  if (typeof value !== 'object' || value === null) return value as never;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, matching(one)]));
}

const nameOf = ({ level, section, statement, deviation }: Statement) =>
  `${section}: a server ${level} ${statement}${deviation === undefined ? '' : ' (deviates)'}`;

const places = Object.entries(embeddings).flatMap(([name, embed]) => {
  const executors = name === 'its own server' ? ['compiled', 'graphql-js'] : ['compiled'];
  return executors.map((executor) => ({ name, embed, executor }));
});

describe.each(places)('GraphQL over HTTP, September 2026, in $name with $executor', ({ name, embed, executor }) => {
  let gateway: Gateway;
  let server: EmbeddingServer;

  beforeAll(async () => {
    gateway = await auditedGateway(executor);
    server = await embed(gateway);
  });

  afterAll(async () => {
    await server.close();
    await gateway.close();
  });

  const applicable = statements.filter(({ skipBodyParser }) => !(skipBodyParser && name.includes('body parser')));

  // What is sent the second time is cached.
  it.each(applicable.map((one) => ({ name: nameOf(one), ...one })))('$name', async (one) => {
    for (const request of [...one.requests, ...one.requests]) {
      executions = 0;
      await expectResponse(server, request, one.expected);
      expect(executions).toBe(one.executions ?? 0);
    }
  });
});

describe('GraphQL over HTTP, September 2026', () => {
  let gateway: Gateway;
  let url: string;

  beforeAll(async () => {
    gateway = await auditedGateway('compiled');
    url = await gateway.listen();
  });

  afterAll(() => gateway.close());

  /** The status line of what comes back on a connection that sends these bytes. */
  async function statusLine(bytes: string): Promise<string | undefined> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(bytes);
    const response = await text(socket);
    return response.split('\r\n')[0];
  }

  it.each([
    [
      '408 where the request does not arrive in time',
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
      '408 Request Timeout',
    ],
    [
      '414 where the URI is too large',
      `GET /graphql?query=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      '414 URI Too Long',
    ],
    [
      '431 where the headers are too large',
      `GET /graphql HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
    ['the reason "Partial Success" with 294', partialSuccess(), '294 Partial Success'],
  ])('Status codes: a server SHOULD use %s', async (_, bytes, status) => {
    expect(await statusLine(bytes)).toBe(`HTTP/1.1 ${status}`);
  });

  it('Status codes: a server SHOULD use 503 where it executes no requests at this time', async () => {
    const closed = await auditedGateway('compiled');
    await closed.close();
    expect((await closed.fetch(new Request('http://x/graphql?query={__typename}'))).status).toBe(503);
  });

  // The schema has no subscriptions.
  const rules = specifiedRules.map(({ name }) => name).filter((name) => name !== 'SingleFieldSubscriptionsRule');

  it.each(rules)('Validation: a server SHOULD apply %s', async (rule) => {
    const query = invalidDocuments[rule];
    expect(query).toBeDefined();
    const init = initOf({ method: 'POST', headers: { 'content-type': 'application/json' }, body: { query } });
    const response = await fetch(`${url}/graphql`, init);
    expect(response.status).toBe(422);
    const { errors } = await response.json();
    expect(['GRAPHQL_VALIDATION_FAILED', 'OPERATION_TOO_EXPENSIVE']).toContain(errors[0].extensions.code);
  });
});

describe("graphql-http's audits", () => {
  let gateway: Gateway;
  let url: string;

  beforeAll(async () => {
    gateway = await auditedGateway('compiled');
    url = await gateway.listen();
  });

  afterAll(() => gateway.close());

  const audits = serverAudits({ url: () => `${url}/graphql` });

  it('are 61, of which two ask for a status of older drafts', () => {
    expect(audits).toHaveLength(61);
    expect(audits.filter(({ id }) => olderAudits.has(id))).toHaveLength(olderAudits.size);
  });

  it.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))('$id: $name', async ({ id, fn }) => {
    const expected = olderAudits.has(id) ? { response: { status: 422 } } : { status: 'ok' };
    expect(await fn()).toMatchObject(expected);
  });
});

function partialSuccess(): string {
  return `GET /graphql?query={failing} HTTP/1.1\r\nhost: x\r\naccept: ${graphqlType}\r\nconnection: close\r\n\r\n`;
}

/** For each rule of GraphQL, a document that breaks it. */
const invalidDocuments: Readonly<Record<string, string>> = {
  ExecutableDefinitionsRule: 'type A { a: Int } { __typename }',
  UniqueOperationNamesRule: 'query A { __typename } query A { __typename }',
  LoneAnonymousOperationRule: '{ __typename } query A { __typename }',
  KnownTypeNamesRule: 'query ($a: Unknown) { __typename }',
  FragmentsOnCompositeTypesRule: '{ ... on String { __typename } }',
  VariablesAreInputTypesRule: 'query ($a: Query) { __typename }',
  ScalarLeafsRule: '{ organizations }',
  FieldsOnCorrectTypeRule: '{ unknown }',
  UniqueFragmentNamesRule: '{ ...F } fragment F on Query { __typename } fragment F on Query { __typename }',
  KnownFragmentNamesRule: '{ ...F }',
  NoUnusedFragmentsRule: '{ __typename } fragment F on Query { __typename }',
  PossibleFragmentSpreadsRule: '{ ... on Organization { __typename } }',
  NoFragmentCyclesRule: '{ ...F } fragment F on Query { ...F }',
  UniqueVariableNamesRule: 'query ($a: String!, $a: String!) { echo(text: $a) }',
  NoUndefinedVariablesRule: '{ echo(text: $a) }',
  NoUnusedVariablesRule: 'query ($a: Int) { __typename }',
  KnownDirectivesRule: '{ __typename @unknown }',
  UniqueDirectivesPerLocationRule: '{ __typename @skip(if: false) @skip(if: false) }',
  DeferStreamDirectiveOnRootFieldRule: 'mutation { touch @defer }',
  KnownArgumentNamesRule: '{ echo(text: "", unknown: 1) }',
  UniqueArgumentNamesRule: '{ echo(text: "", text: "") }',
  ValuesOfCorrectTypeRule: '{ echo(text: 1) }',
  ProvidedRequiredArgumentsRule: '{ echo }',
  VariablesInAllowedPositionRule: 'query ($a: Int) { echo(text: $a) }',
  OverlappingFieldsCanBeMergedRule: '{ a: echo(text: "a") a: echo(text: "b") }',
  MaxIntrospectionDepthRule: `{ __schema { types { ${'fields { type { '.repeat(4)} name ${'} }'.repeat(4)} } } }`,
  UniqueInputFieldNamesRule: 'mutation { createTeam(input: { title: "", title: "" }) { clientMutationId } }',
};
