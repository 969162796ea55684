import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readDocument } from '../../../src/cli/drift/command.ts';
import { findDifferences } from '../../../src/cli/drift/differences.ts';
import { readOpenApi } from '../../../src/cli/drift/openapi-document.ts';
import { CommandFailure } from '../../../src/cli/exit.ts';
import { type GraphIndex, indexGraph } from '../../../src/cli/graph/graph-index.ts';
import { contract, endpoints, entities } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { type OpenApi, type OpenApiSchema, openApiOf } from '../../support/drift/openapi.ts';

let graph: GraphIndex;
beforeAll(async () => {
  graph = await indexGraph(createSchema(), Object.values(entities));
});

const inline = openApiOf('inline');

/** A document whose spaces are described by a schema of its components. */
function documentWith(schemas: Record<string, OpenApiSchema>): OpenApi {
  const document = structuredClone(inline);
  document.components.schemas = { ...document.components.schemas, ...schemas };
  const content = document.paths[contract.spaces.get.path]?.get?.responses[200]?.content?.['application/json'];
  if (content !== undefined) content.schema = { $ref: '#/components/schemas/Space' };
  return document;
}

const differencesOf = (document: unknown) => findDifferences(endpoints, readOpenApi(document), graph);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function nested(depth: number): OpenApiSchema {
  let schema: OpenApiSchema = { type: 'object' };
  for (let i = 0; i < depth; i++) schema = { allOf: [schema] };
  return schema;
}

/** A choice between ten types of the same property. */
function choice(name: string): OpenApiSchema {
  return {
    oneOf: Array.from({ length: 10 }, (_, i) => ({ type: 'object', properties: { value: { enum: [`${name}${i}`] } } })),
  };
}

describe('a hostile OpenAPI document', () => {
  it.each<[string, Record<string, OpenApiSchema>, RegExp]>([
    ['refers to itself', { Space: ref('Space') }, /lead in a circle/],
    ['refers in a circle', { Space: ref('A'), A: ref('B'), B: ref('A') }, /lead in a circle/],
    ['consists of itself', { Space: { allOf: [ref('Space')] } }, /consists of itself/],
    ['is a choice of itself', { Space: { oneOf: [ref('Space'), { type: 'object' }] } }, /consists of itself/],
    ['is combined deeply', { Space: nested(5000) }, /over more than 100 levels/],
    [
      'combines choices',
      { Space: { allOf: [choice('a'), choice('b'), choice('c'), choice('d')] } },
      /in more than 1000 ways/,
    ],
    ['refers to nothing', { Space: ref('Gone') }, /leads nowhere/],
    ['refers to a prototype', { Space: { $ref: '#/__proto__/constructor' } }, /leads nowhere/],
    ['refers to another document', { Space: { $ref: 'https://example.com/space.json' } }, /leads to another document/],
    ['refers to an anchor', { Space: { $ref: '#Space' } }, /"#Space" is an anchor/],
    ['refers with invalid escapes', { Space: { $ref: '#/%E0%A4%A' } }, /is not valid/],
  ])('is rejected with one line if a schema %s', (_, schemas, message) => {
    expect(() => differencesOf(documentWith(schemas))).toThrow(CommandFailure);
    expect(() => differencesOf(documentWith(schemas))).toThrow(message);
  });

  it('is compared if records contain their own kind in other ways than the contract', () => {
    const page = { allOf: [ref('A'), ref('B')] };
    const half = { type: 'object', properties: { pages: { type: 'array', items: ref('Page') } } };
    const document = documentWith({ Space: { type: 'object' }, Page: page, A: half, B: half });
    const content = document.paths[contract.spaceContents.pages.path]?.get?.responses[200]?.content;
    (content?.['application/json'] as { schema: OpenApiSchema }).schema = {
      type: 'object',
      properties: { pages: { type: 'array', items: ref('Page') } },
      required: ['pages'],
    };
    expect(differencesOf(document).length).toBeGreaterThan(10);
  });

  it.each([
    ['oneOf', 'oneOf'],
    ['anyOf', 'anyOf'],
    ['allOf', 'allOf'],
    ['oneOf', 'anyOf'],
    ['oneOf', 'allOf'],
    ['allOf', 'oneOf'],
  ])('is compared if schemas contain one another by %s and %s', (outer, inner) => {
    const half = (keyword: string) => {
      // Each has a list of its own.
      const pages = { type: 'array', items: { [keyword]: [ref('Document'), ref('Group')] } };
      return { type: 'object', properties: { pages } };
    };
    const document = documentWith({
      Space: { type: 'object' },
      Page: { [outer]: [ref('Document'), ref('Group')] },
      Document: half(outer),
      Group: half(inner),
    });
    const content = document.paths[contract.spaceContents.pages.path]?.get?.responses[200]?.content;
    (content?.['application/json'] as { schema: OpenApiSchema }).schema = {
      type: 'object',
      properties: { pages: { type: 'array', items: ref('Page') } },
      required: ['pages'],
    };
    expect(differencesOf(document).length).toBeGreaterThan(10);
  });

  it('may use any names and values', () => {
    const strange = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"enum": [{}, [], null]}, "x": true}');
    const document = documentWith({ Space: { type: 'object', properties: strange, required: ['__proto__'] } });
    const found = differencesOf(document).filter(({ kind }) => kind === 'response-field-added');
    expect(found.map(({ places }) => places[0]?.location).sort()).toEqual(['__proto__', 'constructor', 'x']);
  });

  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['paths of any type', '{"openapi":"3.1.0","paths":[1]}'],
    ['operations of any type', '{"openapi":"3.0.0","paths":{"/v1/orgs":{"get":{"parameters":{},"responses":7}}}}'],
  ])('with %s is rejected or compared', (_, text) => {
    let found: ReturnType<typeof differencesOf>;
    try {
      found = differencesOf(JSON.parse(text));
    } catch (error) {
      expect(error).toBeInstanceOf(CommandFailure);
      return;
    }
    expect(found.length).toBeGreaterThan(100);
  });

  it.each([
    ['deep.yaml', '['.repeat(50_000)],
    ['deep.json', '{"a":'.repeat(50_000)],
    ['aliases.yaml', `a: &a [x]\n${Array.from({ length: 26 }, (_, i) => letterList(i)).join('\n')}`],
  ])('in the file %s is rejected with one line', async (name, text) => {
    const folder = await mkdtemp(join(tmpdir(), 'docgraph-hostile-'));
    await writeFile(join(folder, name), text);
    await expect(readDocument(join(folder, name))).rejects.toThrow(CommandFailure);
    await rm(folder, { recursive: true });
  });
});

/** Each list holds the one before ten times. */
function letterList(i: number): string {
  const [own, before] = [`b${i}`, i === 0 ? 'a' : `b${i - 1}`];
  return `${own}: &${own} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]`;
}
