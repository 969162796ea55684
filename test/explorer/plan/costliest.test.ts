import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileOperation } from '../../../src/engine/compile/compile.ts';
import { planInSteps } from '../../../src/engine/plan/cost-plan.ts';
import { runAtOnce } from '../../../src/engine/turns/event-loop-turn.ts';
import { operationIn } from '../../../src/explorer/app/links/query-fields.ts';
import { costliestArgument, costliestPath } from '../../../src/explorer/app/plan/costliest.ts';
import { examples } from '../../../src/explorer/examples.ts';
import { createSchema } from '../../../src/resources/schema.ts';

const schema = createSchema();

function planOf(query: string, variables: Record<string, unknown> = {}) {
  const document = parse(query);
  const operation = operationIn(document, null);
  if (!operation) throw new Error('The document has no operation.');
  const plan = runAtOnce(planInSteps(compileOperation(schema, document, operation, variables), variables));
  const argument = costliestArgument(plan, { document, operationName: null, variables, schema });
  return { plan, argument, text: argument && query.slice(argument.offset) };
}

describe('the costliest path', () => {
  it('leads to the calls that are made most often', () => {
    const { plan } = planOf(examples[0]?.query ?? '');
    expect(costliestPath(plan).map(({ operation, calls }) => [operation, calls])).toEqual([
      ['organizations.list', 1],
      ['sites.list', 5],
      ['siteSections.list', 50],
      ['changeRequests.list', 5000],
      ['changeRequestComments.list', 25000],
      ['changeRequestComments.replies', 125000],
    ]);
  });

  it('leads to calls that nothing bounds', () => {
    const { plan } = planOf(`{ organizations(first: 1000) { nodes {
      members(first: 1000) { nodes { teams(first: 1) { nodes { title } } } }
      sites(first: 1) { nodes { siteSpaces(first: 1) { nodes { space { pages { title computedSeed children { markdown } } } } } } }
    } } }`);
    expect(costliestPath(plan).at(-1)?.calls).toBeNull();
  });

  it('is empty for an operation without calls', () => {
    expect(planOf('{ __typename }')).toEqual({
      plan: { calls: 0, expectedCalls: 0, levels: 0, tree: [], maxCalls: 0, maxLevels: 0, fallbacks: [], rejected: [] },
      argument: undefined,
      text: undefined,
    });
  });
});

describe('the argument to lower', () => {
  it('is the one that saves most when it is lowered', () => {
    const { argument, text } = planOf(
      '{ organizations(first: 3) { nodes { sites(first: 40) { nodes { sections(first: 9) { nodes { title } } } } } } }',
    );
    expect(argument).toMatchObject({ connection: 'sites', first: 40, callsPerItem: 3, isLeftOut: false });
    expect(text).toMatch(/^40\)/);
  });

  it('is taken from a variable, or from its default', () => {
    const query = 'query ($n: Int = 7) { organizations(first: $n) { nodes { sites(first: 2) { totalCount } } } }';
    expect(planOf(query, { n: 9 }).argument).toMatchObject({ connection: 'organizations', first: 9, callsPerItem: 1 });
    expect(planOf(query, { n: 7 }).text).toMatch(/^\$n\)/);
    const document = parse(query);
    const { plan } = planOf(query, { n: 7 });
    expect(costliestArgument(plan, { document, operationName: null, variables: {}, schema })?.first).toBe(7);
  });

  it('may be left out: its place is behind the field', () => {
    const { argument, text } = planOf('{ all: organizations { nodes { sites { totalCount } } } }');
    expect(argument).toMatchObject({ connection: 'organizations', first: 25, isLeftOut: true });
    expect(text).toMatch(/^ \{ nodes/);
  });

  it('is missing where nothing multiplies calls', () => {
    expect(planOf('{ organizations(first: 50) { nodes { title } } }').argument).toBeUndefined();
    expect(planOf('{ organizations(first: 1) { nodes { sites(first: 1) { totalCount } } } }').argument).toBeUndefined();
  });
});
