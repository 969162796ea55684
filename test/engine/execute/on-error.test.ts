import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getOperationAST,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { OperationArguments } from '../../../src/engine/compile/arguments.ts';
import { compileOperation } from '../../../src/engine/compile/compile.ts';
import type { CompiledOperation } from '../../../src/engine/compile/compiled-operation.ts';
import { defaultLimits } from '../../../src/engine/document/default-limits.ts';
import type { OperationContext } from '../../../src/engine/execute/context.ts';
import type { ErrorBehavior } from '../../../src/engine/execute/error-behavior.ts';
import { execute } from '../../../src/engine/execute/execute.ts';
import { ExecutionTurns } from '../../../src/engine/turns/execution-turns.ts';
import { createRandom, type Random } from '../../../src/sandbox/random.ts';
import { scriptedSchema } from '../../support/execution/scripted-schema.ts';

const schema = scriptedSchema();
const behaviors = ['PROPAGATE', 'NULL', 'HALT'] as const;

type Path = readonly (string | number)[];
type Values = Readonly<Record<string, unknown>>;

interface Result {
  data: unknown;
  errors: { message: string; path: Path }[];
}

const compiled = new Map<string, CompiledOperation>();

function compiledFor(query: string): CompiledOperation {
  const known = compiled.get(query);
  if (known !== undefined) return known;
  const document = parse(query);
  expect(validate(schema, document).map(String), query).toEqual([]);
  const operation = compileOperation(schema, document, operationIn(query), {});
  compiled.set(query, operation);
  return operation;
}

/** Executes a document over these values of the root's fields. */
async function run(query: string, values: Values, onError: ErrorBehavior): Promise<Result> {
  const context: OperationContext = Object.assign(Object.create(null), values, {
    compiled: compiledFor(query),
    variables: {},
    args: new OperationArguments({}),
    limits: defaultLimits,
    turns: new ExecutionTurns(undefined),
    rest: { isLogged: false },
    onError,
  });
  const { data, errors = [] } = await execute(context);
  return JSON.parse(JSON.stringify({ data, errors: errors.map(({ message, path }) => ({ message, path })) }));
}

function operationIn(query: string): OperationDefinitionNode {
  const operation = getOperationAST(parse(query));
  if (operation == null) throw new Error('There is no operation.');
  return operation;
}

/** An error that `errors` lists already, on its way to the parent position. */
class Propagated extends Error {}

/** The end of the execution. */
class Halted extends Error {}

/** Executes as the text of the proposal says, one position after the other, over values without promises. */
class Reference {
  readonly #errors: Result['errors'] = [];
  readonly #onError: ErrorBehavior;

  constructor(onError: ErrorBehavior) {
    this.#onError = onError;
  }

  run(query: string, values: Values): Result {
    const root = schema.getQueryType();
    if (root == null) throw new Error('There is no root.');
    return { data: this.#data(() => this.#fields(root, operationIn(query), values, [])), errors: this.#errors };
  }

  #data(execute: () => unknown): unknown {
    try {
      return execute();
    } catch (error) {
      if (error instanceof Propagated || error instanceof Halted) return null;
      throw error;
    }
  }

  #fields(
    type: GraphQLObjectType,
    { selectionSet }: Pick<OperationDefinitionNode, 'selectionSet'>,
    value: Values,
    path: Path,
  ) {
    const object: Record<string, unknown> = {};
    for (const node of selectionSet.selections) {
      if (node.kind !== 'Field') throw new Error('The reference knows no fragments.');
      const { name, selectionSet: inner } = node;
      const field = type.getFields()[name.value];
      if (field === undefined) throw new Error(`There is no field ${name.value}.`);
      const key = node.alias?.value ?? name.value;
      const complete = (of: GraphQLObjectType, source: Values, at: Path) =>
        this.#fields(of, { selectionSet: inner ?? { kind: node.kind as never, selections: [] } }, source, at);
      object[key] = this.#position(
        field.type,
        value[name.value],
        [...path, key],
        `${type.name}.${name.value}`,
        complete,
      );
    }
    return object;
  }

  /** The value of one response position. */
  #position(type: GraphQLOutputType, value: unknown, path: Path, field: string, complete: Complete): unknown {
    const isNonNull = isNonNullType(type);
    const nullable = isNonNull ? type.ofType : type;
    try {
      if (value instanceof Error) throw value;
      if (value != null) return this.#complete(nullable, value, path, field, complete);
      if (isNonNull) throw new Error(`Cannot return null for non-nullable field ${field}.`);
      return null;
    } catch (error) {
      if (error instanceof Halted || (error instanceof Propagated && isNonNull)) throw error;
      if (!(error instanceof Propagated)) this.#report(error as Error, path);
      if (this.#onError === 'HALT') throw new Halted();
      if (this.#onError === 'PROPAGATE' && isNonNull) throw new Propagated();
      return null;
    }
  }

  #complete(type: GraphQLOutputType, value: unknown, path: Path, field: string, complete: Complete): unknown {
    if (isListType(type)) {
      if (!Array.isArray(value)) throw new Error(`Expected Iterable, but did not find one for field "${field}".`);
      return value.map((item, i) => this.#position(type.ofType, item, [...path, i], field, complete));
    }
    return isObjectType(type) ? complete(type, value as Values, path) : value;
  }

  #report({ message }: Error, path: Path): void {
    this.#errors.push({ message, path });
  }
}

type Complete = (type: GraphQLObjectType, value: Values, path: Path) => unknown;

const selected = `text textN texts textsI textsL textsN grid gridI gridN`;
const nested = (inner: string) =>
  ['thing', 'thingN', 'things', 'thingsI', 'thingsN'].map((one) => `${one} { ${inner} }`);
const query = `{ ${selected} ${nested(`${selected} ${nested('text textN textsN').join(' ')}`).join(' ')} }`;

/** Random values for all fields of the query: some are null, and some fail. */
function randomValues(random: Random, depth = 0): Values {
  const fault = 0.04;
  const give = (value: () => unknown): unknown => {
    const one = random.next();
    if (one < fault) return null;
    if (one < 2 * fault) return new Error(`broken ${Math.floor(random.next() * 1000)}`);
    return value();
  };
  const list = (item: () => unknown) => () => Array.from({ length: Math.floor(random.next() * 3) }, () => give(item));
  const text = () => 'fine';
  const number = () => 7;
  const thing = () => (depth < 2 ? randomValues(random, depth + 1) : {});
  const values: Record<string, unknown> = {};
  for (const name of ['text', 'textN']) values[name] = give(text);
  for (const name of ['texts', 'textsI', 'textsL', 'textsN'])
    values[name] = give(random.next() < fault ? text : list(text));
  for (const name of ['grid', 'gridI', 'gridN']) values[name] = give(list(list(number)));
  for (const name of ['thing', 'thingN']) values[name] = give(thing);
  for (const name of ['things', 'thingsI', 'thingsN']) values[name] = give(list(thing));
  return values;
}

/** The same values, each of which arrives later. */
function delayed(value: unknown): unknown {
  if (value instanceof Error) return value;
  if (Array.isArray(value)) return value.map((item) => Promise.resolve(delayed(item)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, Promise.resolve().then(() => delayed(one))]),
  );
}

const byPath = ({ path: a }: { path: Path }, { path: b }: { path: Path }) => (a.join() < b.join() ? -1 : 1);

describe.each(behaviors)('onError: %s', (onError) => {
  it('does with errors in nested lists and non-null fields what the proposal says', async () => {
    const random = createRandom(20_260_913);
    let failed = 0;
    for (let i = 0; i < 80; i++) {
      const values = randomValues(random);
      const expected = new Reference(onError).run(query, values);
      expect(await run(query, values, onError), `values ${i}`).toEqual(expected);
      if (expected.errors.length > 0) failed++;
    }
    expect(failed).toBeGreaterThan(50);
  });
});

describe('errors of values that arrive later', () => {
  it('are all reported with NULL, and leave all else in the response', async () => {
    const random = createRandom(7);
    for (let i = 0; i < 50; i++) {
      const values = randomValues(random);
      const expected = new Reference('NULL').run(query, values);
      const { data, errors } = await run(query, delayed(values) as Values, 'NULL');
      expect({ data, errors: errors.sort(byPath) }).toEqual({
        data: expected.data,
        errors: expected.errors.sort(byPath),
      });
    }
  });

  it('leave one of them with HALT, and no data', async () => {
    const random = createRandom(8);
    for (let i = 0; i < 50; i++) {
      const values = randomValues(random);
      const possible = new Reference('NULL').run(query, values);
      const { data, errors } = await run(query, delayed(values) as Values, 'HALT');
      if (possible.errors.length === 0) expect({ data, errors }).toEqual(possible);
      else expect([data, errors.length, possible.errors]).toEqual([null, 1, expect.arrayContaining(errors)]);
    }
  });
});

describe('mutations', () => {
  const mutation = 'mutation { text number flag }';

  const called = async (onError: ErrorBehavior) => {
    const names: string[] = [];
    const field = (name: string, value: unknown) => () => {
      names.push(name);
      return value;
    };
    const values = {
      text: field('text', 'a'),
      number: field('number', new Error('broken')),
      flag: field('flag', true),
    };
    const { data, errors } = await run(mutation, values, onError);
    return { names, data, paths: errors.map(({ path }) => path) };
  };

  it('go on after an error with NULL', async () => {
    const data = { text: 'a', number: null, flag: true };
    expect(await called('NULL')).toEqual({ names: ['text', 'number', 'flag'], data, paths: [['number']] });
  });

  it('end with the first error with HALT', async () => {
    expect(await called('HALT')).toEqual({ names: ['text', 'number'], data: null, paths: [['number']] });
  });
});
