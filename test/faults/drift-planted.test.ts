import { beforeAll, describe, expect, it } from 'vitest';
import type { Difference } from '../../src/cli/drift/difference.ts';
import { findDifferences } from '../../src/cli/drift/differences.ts';
import { readOpenApi } from '../../src/cli/drift/openapi-document.ts';
import { type GraphIndex, indexGraph } from '../../src/cli/graph/graph-index.ts';
import { endpoints, entities } from '../../src/resources/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { type OpenApi, openApiOf } from '../support/drift/openapi.ts';
import type { PlantedDifference } from '../support/drift/planted-difference.ts';
import { plantedDifferences } from '../support/drift/planted-differences.ts';

const inline = openApiOf('inline');

let graph: GraphIndex;
beforeAll(async () => {
  graph = await indexGraph(createSchema(), Object.values(entities));
});

const differencesOf = (document: OpenApi) => findDifferences(endpoints, readOpenApi(document), graph);

/** A report without its messages. */
const reported = ({ kind, isBreaking, places, fields }: Difference) => ({ kind, isBreaking, places, fields });

function expected({ kind, isBreaking, operation, location, fields }: PlantedDifference) {
  const places = [{ operation, location }];
  return { kind, isBreaking, places, fields };
}

const titled = plantedDifferences.map((one) => [`${one.kind} ${one.operation} ${one.location}`, one] as const);

describe('differences between an OpenAPI document and the contract', () => {
  it.each(['inline', 'composed'] as const)('are none in a document of the contract, %s', (style) => {
    expect(differencesOf(openApiOf(style))).toEqual([]);
  });

  it.each(titled)('include %s, and nothing else', (_, planted) => {
    const document = structuredClone(inline);
    planted.plant(document);
    expect(differencesOf(document).map(reported)).toEqual([expected(planted)]);
  });

  it('are all found together', () => {
    const document = structuredClone(inline);
    for (const { plant } of plantedDifferences) plant(document);
    const found = differencesOf(document).map(reported);
    expect(plantedDifferences.length).toBeGreaterThanOrEqual(30);
    expect(found).toHaveLength(plantedDifferences.length);
    for (const planted of plantedDifferences) expect(found).toContainEqual(expected(planted));
  });

  it('start with the breaking ones, and each has a message of one sentence', () => {
    const document = structuredClone(inline);
    for (const { plant } of plantedDifferences) plant(document);
    const found = differencesOf(document);
    expect(found.map(({ isBreaking }) => isBreaking)).toEqual(
      found
        .map(({ isBreaking }) => isBreaking)
        .sort()
        .reverse(),
    );
    for (const { message } of found) expect(message).toMatch(/^[A-Z][^\n]*[^.]\.$/);
  });
});
