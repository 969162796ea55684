import type { GraphQLSchema } from 'graphql';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import type { Random } from '../../../src/sandbox/random.ts';
import { sendMessage } from '../attacks/attack-runner.ts';
import { randomMutation, randomQuery } from './random-operations.ts';

/** An input, as text: so that a failure can be printed and sent again. */
export interface FuzzInput {
  kind: 'operation' | 'document' | 'body' | 'get' | 'bytes';
  text: string;
  headers: Record<string, string>;
}

/** A random input: a valid operation, one with changes, any JSON, any address, or any bytes. */
export function randomInput(random: Random, schema: GraphQLSchema): FuzzInput {
  const kind = random.pick(['operation', 'document', 'document', 'body', 'body', 'get', 'bytes'] as const);
  return { kind, text: textOf(kind, random, schema), headers: random.chance(0.3) ? randomHeaders(random) : {} };
}

/** Sends an input; status 0 means that there was no response. */
export function sendInput(
  origin: string,
  { kind, text, headers }: FuzzInput,
): Promise<{ status: number; body: string }> {
  if (kind === 'bytes') return sendMessage(origin, { parts: [Buffer.from(text, 'latin1')], timeoutMs: 30 });
  const authorization = `Bearer ${sandboxTokens.admin}`;
  if (kind === 'get') return sendMessage(origin, { method: 'GET', path: text, headers: { authorization, ...headers } });
  const all = { 'content-type': 'application/json', authorization, ...headers };
  return sendMessage(origin, { method: 'POST', path: '/graphql', headers: all, body: text });
}

function textOf(kind: FuzzInput['kind'], random: Random, schema: GraphQLSchema): string {
  switch (kind) {
    case 'operation':
      return JSON.stringify(operation(random, schema));
    case 'document': {
      const { query, ...rest } = operation(random, schema);
      return JSON.stringify({ query: mutated(query, random, fragments), ...rest });
    }
    case 'body':
      return mutated(JSON.stringify(operation(random, schema)), random, jsonParts);
    case 'get':
      return `/${mutated(`graphql?query=${encodeURIComponent('{ __typename organizations(first: 1) { nodes { id } } }')}`, random, pathParts)}`.replaceAll(
        /[^\x21-\x7e]/g,
        '',
      );
    case 'bytes':
      return mutated(
        'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 26\r\nconnection: close\r\n\r\n{"query":"{ __typename }"}',
        random,
        httpParts,
      );
  }
}

function operation(random: Random, schema: GraphQLSchema) {
  const options = { schema, random, depth: 1 + random.below(6), size: 1 + random.below(40) };
  const { query, variables, operationName } = random.chance(0.8) ? randomQuery(options) : randomMutation(options);
  return { query, variables: random.chance(0.1) ? randomValue(random, 4) : variables, operationName };
}

const fragments = [
  '{',
  '}',
  '(',
  ')',
  '...',
  '@',
  '@skip(if: true)',
  '$',
  '!',
  '"',
  '"""',
  '#',
  ' fragment F on Query { ...F }',
  '__proto__',
  'on',
  '\u0000',
  '\uD800',
  '😀',
  '-1',
  '1e999',
  'null',
  '[',
  ']',
  ':',
  '__schema',
  'query',
  'mutation',
  '\\u',
  'nodes(ids: [])',
  'first: 1001',
];
const jsonParts = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  'null',
  '1e999',
  '-',
  '\\ud800',
  '"__proto__":',
  '"constructor":',
  '"extensions":{"explain":true},',
  '"extensions":{"persistedQuery":{"version":1,"sha256Hash":"a"}},',
  '\u0000',
  '\uFEFF',
  'true',
  '"variables":{},',
];
const pathParts = [
  '%00',
  '%2f',
  '%',
  '..',
  '//',
  '&',
  '=',
  '?',
  '#',
  '&variables={"a":',
  '&extensions={}',
  '&operationName=x',
  '\\',
  '@',
  ':',
  'healthz',
  'readyz',
  'assets/',
  '%F0%9F',
  '%0d%0a',
];
const httpParts = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  ':',
  'transfer-encoding: chunked\r\n',
  'content-length: 5\r\n',
  'host: y\r\n',
  'expect: 100-continue\r\n',
  'HTTP/1.0',
  'GET ',
  '0\r\n\r\n',
  '\u00ff',
  'connection: upgrade\r\nupgrade: h2c\r\n',
  'x'.repeat(20_000),
];

/** The text with up to six parts inserted, removed, repeated or replaced. */
function mutated(text: string, random: Random, parts: readonly string[]): string {
  let result = text;
  for (let count = 1 + random.below(6); count > 0; count--) {
    const at = random.below(result.length + 1);
    const end = Math.min(result.length, at + random.below(12));
    const between = random.pick([
      '',
      random.pick(parts),
      random.pick(parts).repeat(1 + random.below(4)),
      result.slice(at, end).repeat(2),
    ]);
    result = result.slice(0, at) + between + result.slice(random.chance(0.5) ? at : end);
  }
  return result;
}

const names = ['id', 'first', 'input', 'a', '__proto__x', '', '😀', 'toString'];

function randomValue(random: Random, depth: number): unknown {
  switch (random.below(depth > 0 ? 8 : 6)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick([0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, -0]);
    case 3:
    case 4:
      return random.pick(['', 'a', '../orgs', '%2e%2e', '\uD800', '\u0000', 'x'.repeat(2_000), 'U3BhY2U6czE']);
    case 5:
      return undefined;
    case 6:
      return Array.from({ length: random.below(5) }, () => randomValue(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [random.pick(names), randomValue(random, depth - 1)]),
      );
  }
}

const headerNames = [
  'accept',
  'content-type',
  'content-encoding',
  'origin',
  'sec-fetch-site',
  'host',
  'x-apollo-operation-name',
  'traceparent',
  'x-request-id',
  'authorization',
  'accept-encoding',
  'cookie',
  'x-forwarded-for',
  'if-none-match',
  'range',
];
const headerValues = [
  '',
  '*/*',
  'application/json',
  'application/graphql-response+json',
  'text/html',
  'gzip',
  'null',
  'a'.repeat(3_000),
  '\u00e9',
  ',,;=',
  '%00',
  'Bearer',
  'Basic eA==',
  'application/json; charset=utf-16',
  '127.0.0.1',
  '"',
  '00-0-0-0',
];

function randomHeaders(random: Random): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 1 + random.below(4) }, () => [random.pick(headerNames), random.pick(headerValues)]),
  );
}
