import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type GraphIndex, indexGraph } from '../../../src/cli/graph/graph-index.ts';
import { contractShape, coreOf } from '../../../src/engine/engine.ts';
import { contract, endpoints, entities } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';

let graph: GraphIndex;
beforeAll(async () => {
  graph = await indexGraph(createSchema(), Object.values(entities));
});

/** The properties of all results that no field reads, by the first path where they are. */
function unreadProperties(): string[] {
  const seen = new Set<z.ZodType>();
  const walk = (schema: z.ZodType, path: string): string[] => {
    const core = coreOf(schema);
    if (seen.has(core)) return [];
    seen.add(core);
    const { items, properties } = contractShape(core);
    return [
      ...(items === undefined ? [] : walk(items, `${path}[]`)),
      ...[...properties].flatMap(([name, property]) => [
        ...(graph.fieldsReading(core, name).length === 0 ? [`${path}.${name}`] : []),
        ...walk(property, `${path}.${name}`),
      ]),
    ];
  };
  return endpoints.flatMap(({ id, result }) => (result === undefined ? [] : walk(result, id)));
}

describe('the index of the graph', () => {
  it('knows the fields that call each operation', () => {
    expect(endpoints.filter((endpoint) => graph.fieldsCalling(endpoint).length === 0)).toEqual([]);
    expect(graph.fieldsCalling(contract.changeRequests.list)).toEqual([
      'Organization.changeRequests',
      'Space.changeRequests',
    ]);
    expect(graph.fieldsCalling(contract.changeRequests.merge)).toEqual(['Mutation.mergeChangeRequest']);
  });

  it('knows a field for each property of a result, but for the kinds of values and the id of a reference', () => {
    const unread = unreadProperties().filter((path) => !path.endsWith('.object'));
    expect(unread.map((path) => path.replace(/^\w+\.\w+\./, ''))).toEqual([
      'structure.structure[].id',
      'pages[].cover.ref.kind',
      'pages[].computed.dependencies.spec.ref.kind',
    ]);
  });

  it.each<[z.ZodType, string, string[]]>([
    [contract.spaces.get.result, 'comments', ['Space.openCommentCount']],
    [contract.sites.get.result, 'siteSpaces', ['Site.siteSpaceCount']],
    [contract.members.get.result, 'id', ['Member.id', 'Member.restId']],
    [contract.openapiSpecs.get.result, 'lastVersion', ['OpenApiSpec.latestVersion']],
    [
      contract.changeRequests.merge.result,
      'result',
      ['Mutation.mergeChangeRequest', 'Mutation.updateChangeRequestFromMain'],
    ],
  ])('knows the fields that read a property (%#)', (schema, property, fields) => {
    expect([...graph.fieldsReading(coreOf(schema), property)].sort()).toEqual(fields);
  });
});
