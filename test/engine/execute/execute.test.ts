import {
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  execute as graphqlJs,
  parse,
  validate,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OperationArguments } from '../../../src/engine/compile/arguments.ts';
import { compileOperation } from '../../../src/engine/compile/compile.ts';
import type { CompiledOperation } from '../../../src/engine/compile/compiled-operation.ts';
import { defaultLimits } from '../../../src/engine/document/default-limits.ts';
import type { OperationContext } from '../../../src/engine/execute/context.ts';
import { execute } from '../../../src/engine/execute/execute.ts';
import { ExecutionTurns } from '../../../src/engine/turns/execution-turns.ts';
import { createRandom } from '../../../src/sandbox/random.ts';
import { completionValues, later } from '../../support/execution/completion-values.ts';
import { scriptedSchema } from '../../support/execution/scripted-schema.ts';
import { randomQuery } from '../../support/random/random-operations.ts';
import { type RandomSchemaOptions, randomSchema } from '../../support/random/random-schema.ts';
import { type Response, serializeEffects, serializeExactly } from '../../support/upstreams/responses.ts';

type Variables = Record<string, unknown>;

/** How many random operations are run on each random schema; `RANDOM_OPERATIONS=10000` asks for more. */
const seeds = Number(process.env.RANDOM_OPERATIONS ?? 20);

interface Run {
  schema?: GraphQLSchema;
  query: string;
  /** Made anew for each of the two. */
  context?: () => unknown;
  variables?: Variables;
}

const scripted = scriptedSchema();

// The clock stands still: work that continues in a later turn may report its errors in another order.
beforeAll(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
});

afterAll(() => {
  vi.restoreAllMocks();
});

/** The context of an execution, with what the scripted resolvers look for. */
function contextOf(compiled: CompiledOperation, variables: Variables, script: unknown): OperationContext {
  return Object.assign(Object.create(null), script, {
    compiled,
    variables,
    args: new OperationArguments(variables),
    limits: defaultLimits,
    turns: new ExecutionTurns(undefined),
    rest: { isLogged: false },
  });
}

/** What graphql-js answers, and what the compiled operation does. */
async function both({ schema = scripted, query, context = () => ({}), variables = {} }: Run) {
  const document = parse(query);
  expect(validate(schema, document).map(String), query).toEqual([]);
  const operation = getOperationAST(document);
  const { coerced } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables);
  if (operation == null || coerced === undefined) throw new Error('The document or its variables can not be used.');
  const reference = await graphqlJs({ schema, document, contextValue: context(), variableValues: variables });
  const compiled = compileOperation(schema, document, operation, coerced);
  const { size: _, ...ours } = await execute(contextOf(compiled, coerced, context()));
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
  expect(serializeExactly(ours), run.query).toBe(serializeExactly(reference));
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
  const scripts: readonly RandomSchemaOptions[] = [
    { async: false, failureRate: 0 },
    { async: false, failureRate: 0.15 },
    { async: true, failureRate: 0 },
    { async: true, failureRate: 0.15 },
  ];

  function randomRun(schema: GraphQLSchema, seed: number): Run {
    const { query, variables } = randomQuery({ schema, random: createRandom(seed), size: 40 });
    // Without its name a document with several operations can't be run.
    return { schema, query: query.replace(/^query Other .*$/m, ''), variables, context: () => ({ seed }) };
  }

  it.each(scripts)('async: $async, failure rate: $failureRate', async (script) => {
    const schema = randomSchema(script);
    for (let seed = 0; seed < seeds; seed++) {
      const run = randomRun(schema, seed);
      const { reference, ours } = await both(run);
      expect(JSON.stringify(ours.data), `seed ${seed}: ${run.query}`).toBe(JSON.stringify(reference.data));
      const view = script.async ? serializeEffects : serializeExactly;
      expect(view(ours), `seed ${seed}: ${run.query}`).toBe(view(reference));
    }
  });

  it('no field is asked that graphql-js does not ask, in the same order', async () => {
    const asked: string[] = [];
    const schema = randomSchema({ async: false, failureRate: 0, onResolve: (field) => asked.push(field) });
    for (let seed = 0; seed < seeds; seed++) {
      asked.length = 0;
      await both(randomRun(schema, seed));
      const half = asked.length / 2;
      expect(asked.slice(half)).toEqual(asked.slice(0, half));
    }
  });
});

describe('mutations', () => {
  /** A context whose fields take some turns each, and tell when they begin and end. */
  function telling(told: string[], fails?: string) {
    const step = (name: string, value: unknown) => async () => {
      told.push(`${name} begins`);
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      told.push(`${name} ends`);
      if (name === fails) throw new Error('It failed.');
      return value;
    };
    const thing = {
      text: step('inner text', 'inner'),
      things: step('inner things', [{ textN: step('deep', 'deep') }]),
    };
    return { text: step('text', 'text'), thing: step('thing', thing), textN: step('textN', 'text') };
  }

  const query = 'mutation { one: text thing { text things { textN } } textN three: text }';
  const order = [
    ...['text', 'thing'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    ...['inner text begins', 'inner things begins', 'inner text ends', 'inner things ends', 'deep begins', 'deep ends'],
    ...['textN', 'text'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  ];

  it('run one after the other, each with all that is selected on it', async () => {
    const told: string[] = [];
    await expectAlike({ query, context: () => telling(told) });
    expect(told).toEqual([...order, ...order]);
  });

  it('go on after one that failed, and stop after one that leaves no data', async () => {
    const told: string[] = [];
    await expectAlike({ query, context: () => telling(told, 'thing') });
    expect(told.slice(told.length / 2)).toEqual(order.filter((what) => !/inner|deep/.test(what)));
    told.length = 0;
    const { data } = await expectAlike({ query, context: () => telling(told, 'textN') });
    expect(data).toBeNull();
    expect(told.slice(told.length / 2)).toEqual(order.slice(0, -2));
  });
});

describe('an operation', () => {
  const thing = {
    text: 'inner',
    textN: 'inner',
    thing: () => ({ text: 'deep', number: 1, pet: { kind: 'Cat', lives: 9 } }),
  };
  const context = () => ({ ...thing, thing, things: [thing, thing], named: { kind: 'Dog', nameN: 'Rex', thing } });

  it.each([
    [
      'merges what is selected several times',
      '{ thing { text } ...F thing { thing { text } } } fragment F on Query { thing { textN thing { number } } }',
    ],
    [
      'selects by interface, union and type',
      '{ named { ... on Pet { __typename ... on Cat { lives } } ... on Named { nameN } ... on Dog { nameN name } } }',
    ],
    [
      'keeps keys that mean something to JavaScript',
      '{ __proto__: thing { constructor: text __proto__: textN } toString: text }',
    ],
    ['keeps the order of the document', '{ z: text thing { number text } a: text things { textN text } __typename }'],
    [
      'asks the schema',
      '{ __schema { queryType { name fields { name } } } __type(name: "Pet") { kind possibleTypes { name } ofType { name } } none: __type(name: "None") { name } }',
    ],
  ])('%s', async (_, query) => {
    const { data, errors } = await expectAlike({ query, context });
    expect(data).not.toBeNull();
    expect(errors).toBeUndefined();
  });

  const conditional = `query ($yes: Boolean!, $maybe: Boolean = true) {
    a: text @skip(if: $yes) b: text @include(if: $maybe) ... @include(if: $yes) @skip(if: $maybe) { c: text }
    thing { ...F @skip(if: $maybe) ...F @include(if: $yes) text @include(if: false) number @skip(if: false) }
  } fragment F on Thing { textN }`;

  it.each([
    { yes: true },
    { yes: false },
    { yes: true, maybe: false },
    { yes: false, maybe: false },
    { yes: true, maybe: null },
  ])('takes out what conditions exclude, with %j', async (variables) => {
    await expectAlike({ query: conditional, context, variables });
  });

  it('gives arguments with defaults, constants and variables to every resolver', async () => {
    const query = `query ($say: String = "variable", $must: Int = 5, $all: [ID!]) { things {
      a: text b: text(say: null, must: 2) c: text(say: $say, must: $must, all: $all) d: text(all: ["x", $say])
    } }`.replace(', $say]', ']');
    const echoes = () => ({ things: [1, 2].map(() => ({ text: (args: object) => JSON.stringify(args) })) });
    const all: Variables[] = [
      {},
      { say: null },
      { must: null },
      { say: 'given', must: 3, all: ['x', 7] },
      { all: 'one' },
    ];
    for (const variables of all) await expectAlike({ query, context: echoes, variables });
  });

  it('compiled once can be executed often, and at the same time', async () => {
    const document = parse(
      'query ($say: String) { things { text(say: $say) constant: text(say: "same") thing { number } } }',
    );
    const operation = getOperationAST(document);
    if (operation == null) throw new Error('There is no operation.');
    const compiled = compileOperation(scripted, document, operation, {});
    const give = (args: { say?: string }) => later(args.say);
    const executions = Array.from({ length: 20 }, (_, i) =>
      execute(
        contextOf(compiled, { say: `turn ${i}` }, { things: () => later([{ text: give, thing: { number: i } }]) }),
      ),
    );
    for (const [i, { data, errors }] of (await Promise.all(executions)).entries()) {
      expect(errors).toBeUndefined();
      expect(data).toEqual({ things: [{ text: `turn ${i}`, constant: 'same', thing: { number: i } }] });
    }
  });
});
