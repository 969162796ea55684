import { beforeAll, describe, expect, it } from 'vitest';
import { findDifferences } from '../../../src/cli/drift/differences.ts';
import { readOpenApi } from '../../../src/cli/drift/openapi-document.ts';
import { type GraphIndex, indexGraph } from '../../../src/cli/graph/graph-index.ts';
import { contract, endpoints, entities } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import type { DriftKind } from '../../support/drift/drift-kind.ts';
import { type OpenApi, openApiOf } from '../../support/drift/openapi.ts';
import { kindsOfRequests } from '../../support/drift/request-drift-kinds.ts';
import { kindsOfResponses } from '../../support/drift/response-drift-kinds.ts';
import { kindsOfServices } from '../../support/drift/service-drift-kinds.ts';

const inline = openApiOf('inline');
const kinds = [...kindsOfServices, ...kindsOfRequests, ...kindsOfResponses];

let graph: GraphIndex;
beforeAll(async () => {
  graph = await indexGraph(createSchema(), Object.values(entities));
});

/** A document of one operation, with the kind of difference planted. */
function documentWith({ endpoint, plant }: DriftKind): OpenApi {
  const method = endpoint.method.toLowerCase();
  const operation = inline.paths[endpoint.path]?.[method];
  const document = structuredClone({ ...inline, paths: { [endpoint.path]: { [method]: operation } } }) as OpenApi;
  plant(document);
  return document;
}

describe('docgraph drift', () => {
  it.each(kinds.map((one) => [one.title, one] as const))('finds %s, and nothing else', (_, kind) => {
    const document = readOpenApi(documentWith(kind));
    const found = findDifferences([kind.endpoint], document, graph);
    const { kind: name, isBreaking, message, endpoint, location } = kind;
    expect(found).toEqual([
      expect.objectContaining({
        ...{ kind: name, isBreaking, message },
        places: [{ operation: endpoint.id, location }],
      }),
    ]);
  });

  it('knows each kind by a title of its own', () => {
    expect(new Set(kinds.map(({ title, kind }) => `${title} ${kind}`)).size).toBe(kinds.length);
  });

  it('states what all operations have in common once', () => {
    const document = structuredClone(inline);
    document.servers = [{ url: 'https://api.example.com/api' }];
    document.components.securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } };
    document.security = [{ key: [] }];
    const found = findDifferences(endpoints, readOpenApi(document), graph);
    expect(found.map(({ kind, places }) => [kind, places.length])).toEqual([
      ['server-path', endpoints.length],
      ['security-scheme', endpoints.length],
    ]);
  });

  it('expects the servers at the path of the base address', () => {
    const document = structuredClone(inline);
    document.servers = [{ url: 'https://api.example.com/api' }];
    expect(findDifferences(endpoints, readOpenApi(document), graph, { prefix: '/api' })).toEqual([]);
    document.servers = [{ url: 'https://api.example.com' }];
    const [difference] = findDifferences(endpoints, readOpenApi(document), graph, { prefix: '/api' });
    expect(difference?.message).toBe('The service is at the path /v1, not at /api/v1.');
  });

  it.each([
    ['before', (paths: OpenApi['paths'], others: OpenApi['paths']) => ({ ...others, ...paths })],
    ['after', (paths: OpenApi['paths'], others: OpenApi['paths']) => ({ ...paths, ...others })],
  ])('compares the path at the expected base where another one ends like it %s it', (_, withOthers) => {
    const document = structuredClone(inline);
    document.paths = withOthers(document.paths, adminPaths);
    expect(messagesOf(document)).toEqual([`The operation GET ${adminPath} is new.`]);
    document.servers = [{ url: '/api' }];
    expect(messagesOf(document, '/api')).toEqual([`The operation GET /api${adminPath} is new.`]);
    // No path is at the expected base: those of the base that most of them have are compared.
    expect(messagesOf(document)).toEqual([
      'The service is at the path /api/v1, not at /v1.',
      `The operation GET /api${adminPath} is new.`,
    ]);
  });

  it('prefers a path without a base to one at another base', () => {
    const document = openApiOf('composed');
    delete document.servers;
    document.paths = { ...document.paths, ...adminPaths };
    expect(messagesOf(document)).toEqual([`The operation GET ${adminPath} is new.`]);
  });
});

const adminPath = `/admin${contract.spaces.get.path}`;

/** An operation for administrators that ends like another one, with a result of its own. */
const adminPaths: OpenApi['paths'] = {
  [adminPath]: {
    get: {
      parameters: [{ name: 'reason', in: 'query', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'Success.', content: { 'application/json': { schema: { type: 'object' } } } } },
    },
  },
};

function messagesOf(document: OpenApi, prefix = ''): string[] {
  return findDifferences(endpoints, readOpenApi(document), graph, { prefix }).map(({ message }) => message);
}
