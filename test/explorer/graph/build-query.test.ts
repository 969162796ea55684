import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { leadsOf, queryOf, stepBy, stepsTo, typeAfter } from '../../../src/explorer/app/graph/build-query.ts';
import { resourceGraph } from '../../../src/explorer/app/graph/model.ts';

const schema = buildSchema(readFileSync(new URL('../../../src/generated/schema.graphql', import.meta.url), 'utf8'));
const records = new Set(resourceGraph(schema).nodes.map(({ name }) => name));

describe('the query of the graph', () => {
  it('leads to every type of records, with a valid operation', () => {
    for (const type of records) {
      if (type === 'Query') continue;
      const steps = stepsTo(schema, records, type);
      if (steps === undefined) throw new Error(`No way leads to ${type}.`);
      const { query } = queryOf(schema, steps);
      expect(typeAfter(schema, steps)?.name).toBe(type);
      expect(validate(schema, parse(query)), query).toEqual([]);
    }
  });

  it('follows lists rather than fields that need an id', () => {
    const steps = stepsTo(schema, records, 'SiteSection') ?? [];
    expect(queryOf(schema, steps)).toEqual({
      query: `query Sections {
  organizations(first: 5) {
    nodes {
      title
      sites(first: 5) {
        nodes {
          title
          sections(first: 5) {
            nodes {
              title
            }
          }
        }
      }
    }
  }
}
`,
      variables: {},
    });
  });

  it('declares variables for values that only the user knows, each once', () => {
    const query = schema.getQueryType();
    const lead = query && leadsOf(query, records).find(({ field }) => field === 'space');
    if (!lead) throw new Error('There is no field space.');
    const space = { ...stepBy(lead, schema), selected: ['title', 'updatedAt'] };
    const page = { field: 'page', first: 5, selected: ['title'] };
    expect(queryOf(schema, [space, page])).toEqual({
      query: `query Page($spaceId: ID!, $pageId: ID!) {
  space(id: $spaceId) {
    title
    updatedAt
    page(id: $pageId) {
      title
    }
  }
}
`,
      variables: { spaceId: '', pageId: '' },
    });
  });

  it('selects something where nothing is chosen', () => {
    const steps = stepsTo(schema, records, 'Organization') ?? [];
    const { query } = queryOf(
      schema,
      steps.map((step) => ({ ...step, selected: [] })),
    );
    expect(query).toContain('nodes {\n      __typename\n');
  });
});
