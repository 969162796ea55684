import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { findDifferences } from '../../src/cli/drift/differences.ts';
import { readOpenApi } from '../../src/cli/drift/openapi-document.ts';
import { type GraphIndex, indexGraph } from '../../src/cli/graph/graph-index.ts';
import { endpoints, entities } from '../../src/resources/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { neutralRewrites } from '../support/drift/neutral-rewrites.ts';
import { type OpenApi, openApiOf } from '../support/drift/openapi.ts';

const inline = openApiOf('inline');

let graph: GraphIndex;
beforeAll(async () => {
  graph = await indexGraph(createSchema(), Object.values(entities));
});

const differencesOf = (document: OpenApi) => findDifferences(endpoints, readOpenApi(document), graph);

describe('docgraph drift finds no difference in', () => {
  it.each(neutralRewrites.map((one) => [one.title, one] as const))('%s', (_, { rewrite }) => {
    const document = structuredClone(inline);
    const rewritten = (rewrite(document) ?? document) as OpenApi;
    expect(JSON.stringify(rewritten)).not.toBe(JSON.stringify(inline));
    expect(differencesOf(rewritten)).toEqual([]);
  });

  it('YAML with anchors', () => {
    const shared = { type: 'string' };
    const document = structuredClone(inline);
    for (const item of Object.values(document.paths)) {
      for (const { parameters = [] } of Object.values(item)) {
        for (const one of parameters) if (one.in === 'path') one.schema = shared;
      }
    }
    const text = stringify(document);
    expect(text).toContain('&a1');
    expect(differencesOf(parse(text, { maxAliasCount: 1000 }))).toEqual([]);
  });

  it('fields that only one direction has', () => {
    const document = structuredClone(inline);
    const { schemas } = document.components;
    for (const item of Object.values(document.paths)) {
      for (const { requestBody, responses } of Object.values(item)) {
        for (const { content } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)]) {
          const schema = content?.['application/json']?.schema;
          const object = schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? ''];
          if (object?.properties === undefined) continue;
          const isRequest = content === requestBody?.content;
          object.properties[isRequest ? 'revisionTag' : 'password'] = isRequest
            ? { readOnly: true }
            : { writeOnly: true };
          object.required = [...(object.required ?? []), isRequest ? 'revisionTag' : 'password'];
        }
      }
    }
    expect(differencesOf(document)).toEqual([]);
  });
});
