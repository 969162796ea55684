import { buildSchema, type GraphQLError, getVariableValues, Kind, parse, type VariableDefinitionNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Variables } from '../../../src/engine/engine.ts';
import { createRandom } from '../../../src/sandbox/random.ts';
import { type Coercion, coercionOf } from '../../../src/server/graphql/coercion.ts';
import { countReads } from '../../support/execution/count-reads.ts';

/** More: `RANDOM_COERCIONS=100000 npx vitest run test/server/graphql/coercion.test.ts`. */
const count = Number(process.env.RANDOM_COERCIONS ?? 100);
const seed = Number(process.env.RANDOM_SEED ?? 22);

const schema = buildSchema(`
  type Query { x: Int }
  enum Color { RED GREEN BLUE }
  input Choice @oneOf { name: String number: Int list: [Int!] inner: Tree }
  input Tree {
    id: ID!
    title: String = "untitled"
    color: Color
    numbers: [Int!]
    rows: [[Float]]
    children: [Tree!] = []
    choice: Choice
    flag: Boolean! = true
  }
`);

const types = [
  '[Int!]!',
  '[[Int]]',
  'Tree',
  'Tree!',
  '[Tree!]!',
  '[Choice]',
  'Choice!',
  '[Color!]',
  'ID!',
  '[String!] = ["a"]',
];

function definitionsOf(text: string): readonly VariableDefinitionNode[] {
  const [operation] = parse(text).definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
}

function coerce(
  definitions: readonly VariableDefinitionNode[],
  values: Variables,
): { result: Coercion; steps: number } {
  const all = coercionOf(schema, definitions, values);
  for (let steps = 0; ; steps++) {
    const { done, value } = all.next();
    if (done) return { result: value, steps };
  }
}

type Random = ReturnType<typeof createRandom>;
const names = [
  'id',
  'title',
  'color',
  'numbers',
  'rows',
  'children',
  'choice',
  'flag',
  'titel',
  'name',
  'number',
  'list',
  'inner',
  'toString',
];
const scalars = [0, 1, -7, 1.5, 2 ** 31, 'a', 'RED', 'PINK', '', true, null, 'long '.repeat(20)];

/** A JSON value that fits the types in part. */
function anyValue(random: Random, depth: number): unknown {
  const kind = random.below(depth === 0 ? 4 : 10);
  if (kind <= 3) return random.pick(scalars);
  if (kind <= 5) return Array.from({ length: random.below(13) }, () => anyValue(random, depth - 1));
  return anyTree(random, depth);
}

function anyTree(random: Random, depth: number): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const name of names) if (random.below(4) === 0) tree[name] = anyValue(random, depth - 1);
  return { ...tree, ...(random.below(5) > 0 && validParts(random, depth)) };
}

function validParts(random: Random, depth: number): Record<string, unknown> {
  const children = depth > 1 ? Array.from({ length: random.below(7) }, () => validParts(random, depth - 1)) : [];
  return {
    id: 'i',
    numbers: Array.from({ length: random.below(61) }, (_, i) => i),
    rows: [[1, null], null, 2],
    children,
    color: random.pick(['RED', 'GREEN', null]),
  };
}

/** The texts of values are cut where they are long. */
const isCut = (message: string) => message.includes('…');

function expectSame(definitions: readonly VariableDefinitionNode[], values: Variables): Coercion {
  const { result } = coerce(definitions, values);
  const { coerced, errors = [] } = getVariableValues(schema, definitions, values);
  expect(result.coerced).toEqual(coerced);
  if (coerced !== undefined) expect(JSON.stringify(result.coerced)).toBe(JSON.stringify(coerced));
  for (const [i, error] of (result.errors ?? []).slice(0, 20).entries()) {
    const { message, nodes, source, positions, locations } = errors[i] as GraphQLError;
    expect(error.nodes).toEqual(nodes);
    expect(error.source).toBe(source);
    expect(error).toMatchObject({ positions, locations });
    if (isCut(error.message)) expectCut(error.message, message);
    else expect(error.message).toBe(message);
  }
  expect(result.errors?.length ?? 0).toBe(errors.length > 20 ? 21 : errors.length);
  if (errors.length > 20) {
    const more = errors.length >= 500 ? /^At least \d+ more values/ : new RegExp(`^${errors.length - 20} more values`);
    expect(result.errors?.[20]?.message).toMatch(more);
  }
  return result;
}

/** The parts of a message around what was cut are parts of graphql's, in their order. */
function expectCut(cut: string, whole: string): void {
  const parts = cut.split('…');
  let from = 0;
  for (const part of parts) {
    const at = whole.indexOf(part, from);
    expect(at, part).toBeGreaterThanOrEqual(from);
    from = at + part.length;
  }
  expect(whole.startsWith(parts[0] as string)).toBe(true);
  expect(whole.endsWith(parts.at(-1) as string)).toBe(true);
  expect(cut.length).toBeLessThanOrEqual(1_001);
}

describe('coercion in steps', () => {
  it(
    "has the values, the messages and the order of graphql's",
    () => {
      const random = createRandom(seed);
      const seen = { valid: 0, invalid: 0, many: 0, inSteps: 0 };
      for (let i = 0; i < count; i++) {
        const chosen = Array.from({ length: 1 + random.below(3) }, () => random.pick(types));
        const definitions = definitionsOf(`query (${chosen.map((type, v) => `$v${v}: ${type}`).join(' ')}) { x }`);
        const given = chosen.map((type, v) => [
          `v${v}`,
          random.below(3) ? valueFor(type, random) : anyValue(random, 4),
        ]);
        const values = Object.fromEntries(given.filter(() => random.below(10) > 0)) as Variables;
        const { errors = [] } = expectSame(definitions, values);
        if (errors.length === 0) seen.valid++;
        else seen.invalid++;
        if (errors.length === 21) seen.many++;
        if (coerce(definitions, values).steps > definitions.length) seen.inSteps++;
      }
      for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
    },
    30_000 + 50 * count,
  );

  it.each([
    ['a list of numbers', '[Int!]!', (i: number) => (i % 7 === 0 ? 'x' : i)],
    ['a list with nulls', '[Int!]!', () => null],
    ['trees without an id', '[Tree!]!', () => ({})],
    ['trees with unknown fields', '[Tree!]', (i: number) => ({ id: 'i', [`titel${i}`]: 1 })],
    ['choices of two', '[Choice!]', (i: number) => ({ name: 'a', number: i })],
    ['choices of null', '[Choice!]', () => ({ name: null })],
  ])('says the same of %s', (_, type, item) => {
    for (const length of [10, 21, 140, 600]) {
      const values = { v: Array.from({ length }, (_item, i) => item(i)) };
      expectSame(definitionsOf(`query ($v: ${type}) { x }`), values);
    }
  });

  it('says the same of an object with many unknown fields', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`field${i}`, 'x'.repeat(1_000)]));
    expectSame(definitionsOf('query ($v: Tree) { x }'), { v: { id: 1, ...many } });
    expectSame(definitionsOf('query ($v: Choice) { x }'), { v: many });
  });

  it('takes a step for each item', () => {
    const definitions = definitionsOf('query ($v: [Int!]!) { x }');
    expect(coerce(definitions, { v: Array.from({ length: 5_000 }, (_, i) => i) }).steps).toBeGreaterThan(5_000);
  });

  it('counts the lines before the variables once for all errors', () => {
    const definitions = definitionsOf(`${'\n'.repeat(1_000)}query ($v: [ID!]!) { x }`);
    const reads = countReads(definitions[0]?.loc);
    for (const length of [10, 190, 600]) {
      const { result } = coerce(definitions, { v: Array.from({ length }, () => ({})) });
      expect(result.errors?.[0]?.locations).toEqual([{ line: 1_001, column: 8 }]);
    }
    expect(reads()).toBe(1);
  });

  it('stops after 500 errors', () => {
    const definitions = definitionsOf('query ($v: [Int!]!) { x }');
    const { result, steps } = coerce(definitions, { v: Array.from({ length: 5_000 }, () => 'x') });
    expect(result.errors?.at(-1)?.message).toBe('At least 480 more values of the variables are invalid.');
    expect(steps).toBeLessThan(6_000);
  });
});

/** A value that is almost valid, or is. */
function valueFor(type: string, random: Random): unknown {
  if (type.includes('Int')) return Array.from({ length: random.below(401) }, (_, i) => i);
  if (type.includes('Color')) return Array.from({ length: random.below(401) }, () => 'RED');
  if (type === 'ID!') return 'i';
  if (type.includes('String')) return ['a'];
  if (type.includes('Choice'))
    return type.startsWith('[') ? [{ name: 'a' }, { inner: validParts(random, 3) }] : { number: 1 };
  const tree = validParts(random, 4);
  if (isJsonObject(tree) && random.below(4) === 0) Object.assign(tree, { [random.pick(names)]: random.pick(scalars) });
  return type.startsWith('[') ? [tree, tree] : tree;
}
