import {
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  execute as graphqlJs,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileOperation } from '../src/plan/compile.ts';
import { execute } from '../src/plan/execute.ts';
import { createRandom } from '../src/sandbox/random.ts';
import { completionValues, later } from './support/completion-values.ts';
import { randomQuery } from './support/random-operations.ts';
import { randomlyScripted, type ScriptOptions } from './support/random-script.ts';
import { exactly, inEffect, type Response } from './support/responses.ts';
import { scriptedSchema } from './support/scripted-schema.ts';

type Variables = Record<string, unknown>;

interface Run {
  schema?: GraphQLSchema;
  query: string;
  /** Made anew for each of the two. */
  context?: () => unknown;
  variables?: Variables;
}

const scripted = scriptedSchema();

/** What graphql-js answers, and what the compiled operation does. */
async function both({ schema = scripted, query, context = () => ({}), variables = {} }: Run) {
  const document = parse(query);
  expect(validate(schema, document).map(String), query).toEqual([]);
  const operation = getOperationAST(document);
  const { coerced } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables);
  if (operation == null || coerced === undefined) throw new Error('The document or its variables can not be used.');
  const reference = await graphqlJs({ schema, document, contextValue: context(), variableValues: variables });
  const ours = await execute(compileOperation(schema, document, operation, coerced), context(), coerced);
  return { reference: asJson(reference), ours: asJson(ours) };
}

function asJson(result: ExecutionResult): Response {
  return JSON.parse(JSON.stringify(result), (key, value) => (key === 'message' ? withoutValue(value) : value));
}

/** A fault of the gateway's own code is for its log alone: our executor says it without the value that caused it. */
function withoutValue(message: string): string {
  if (/^Expected `\w+\.serialize/.test(message)) return 'A scalar gave nothing.';
  return /^Abstract type |^Runtime Object type /.test(message) ? 'A type could not be told.' : message;
}

/** Checks that both answer byte for byte alike, and gives the answer. */
async function expectAlike(run: Run): Promise<Response> {
  const { reference, ours } = await both(run);
  expect(exactly(ours), run.query).toBe(exactly(reference));
  return ours;
}

describe('a field of every type', () => {
  const selections: Readonly<Record<string, string>> = {
    Thing: '{ __typename text textN }',
    Named: '{ __typename name nameN ... on Dog { bark } ... on Cat { lives } }',
    Pet: '{ ... on Named { nameN } ... on Cat { lives __typename } }',
  };
  const fields = Object.values(scripted.getQueryType()?.getFields() ?? {}).map(({ name, type }) => ({
    name,
    type: String(type),
    selected: `${name} ${selections[String(type).replace(/[[\]!]/g, '')] ?? ''}`,
  }));

  it.each(fields)(
    '$name: $type gives what graphql-js does, whatever its resolver gives',
    async ({ name, selected }) => {
      for (const give of Object.values(completionValues)) {
        // At the root, and below nullable and non-null fields, with neighbours that come before and after it.
        const inner = { text: 'beside', [name]: give };
        const roots = { thing: () => inner, thingN: () => later(inner), things: () => [inner, {}] };
        const context = () => ({ ...roots, text: 'beside', [name]: give });
        await expectAlike({ context, query: `{ text ${selected} flag }` });
        for (const root of Object.keys(roots).filter((one) => one !== name)) {
          await expectAlike({ context, query: `{ text outer: ${root} { before: text ${selected} after: text } }` });
        }
      }
    },
  );
});

describe('random operations on random values', () => {
  const scripts: readonly ScriptOptions[] = [
    { late: false, trouble: 0 },
    { late: false, trouble: 0.15 },
    { late: true, trouble: 0 },
    { late: true, trouble: 0.15 },
  ];

  function randomRun(schema: GraphQLSchema, seed: number): Run {
    const { query, variables } = randomQuery({ schema, random: createRandom(seed), size: 40 });
    // Without its name a document with several operations can't be run.
    return { schema, query: query.replace(/^query Other .*$/m, ''), variables, context: () => ({ seed }) };
  }

  it.each(scripts)('late: $late, trouble: $trouble', async (script) => {
    const schema = randomlyScripted(script);
    for (let seed = 0; seed < 250; seed++) {
      const run = randomRun(schema, seed);
      const { reference, ours } = await both(run);
      expect(JSON.stringify(ours.data), `seed ${seed}: ${run.query}`).toBe(JSON.stringify(reference.data));
      const view = script.late ? inEffect : exactly;
      expect(view(ours), `seed ${seed}: ${run.query}`).toBe(view(reference));
    }
  });

  it('no field is asked that graphql-js does not ask, in the same order', async () => {
    const asked: string[] = [];
    const schema = randomlyScripted({ late: false, trouble: 0, asked: (field) => asked.push(field) });
    for (let seed = 0; seed < 100; seed++) {
      asked.length = 0;
      await both(randomRun(schema, seed));
      const half = asked.length / 2;
      expect(asked.slice(half)).toEqual(asked.slice(0, half));
    }
  });
});
