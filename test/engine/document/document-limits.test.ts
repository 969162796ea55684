import { getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { defaultLimits, type OperationLimits } from '../../../src/engine/document/default-limits.ts';
import { parseInSteps } from '../../../src/engine/document/document-limits.ts';
import { isDeeperThan } from '../../../src/engine/document/limits.ts';
import { runAtOnce } from '../../../src/engine/turns/event-loop-turn.ts';

const rejection = (text: string, limits: Partial<OperationLimits> = {}) => {
  try {
    runAtOnce(parseInSteps(text, { ...defaultLimits, ...limits }));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

/** A document of selections, each of which spreads a chain of fragments. */
function spreading(selections: number, fragments: number): string {
  const chain = Array.from(
    { length: fragments },
    (_, i) => `fragment f${i} on A { ${i === fragments - 1 ? 'x' : `...f${i + 1}`} }`,
  );
  const fields = Array.from({ length: selections }, (_, i) => `a${i} { ...f0 }`);
  return `{ ${fields.join(' ')} } ${chain.join(' ')}`;
}

/** A limit, the largest document within it, one that exceeds it, and what is said of that. */
const cases: readonly [string, Partial<OperationLimits>, string, string, RegExp][] = [
  ['tokens', { maxTokens: 4 }, '{ a b }', '{ a b c }', /more than 4 tokens\. Split it/],
  ['lines', { maxTokens: 5 }, '{\n\n\n\n a b }', '{\n\n\n\n\n a b }', /more than 5 lines/],
  ['depth', { maxDepth: 2 }, '{ a { ... { b } } }', '{ a { ... { b { c } } } }', /deeper than 2 levels of fields/],
  [
    'depth through fragments',
    { maxDepth: 3 },
    '{ a { ...F } } fragment F on A { b { c } }',
    'fragment F on A { b { c } } { a { d { ...F } } }',
    /deeper than 3 levels/,
  ],
  ['depth of braces alone', { maxDepth: 1 }, '{ ... { ... { a } } }', '{ ... { ... { ... { a } } } }', /deeper than 1/],
  ['fields', { maxFields: 3 }, '{ a { b c } }', '{ a { b c d } }', /more than 3 fields after its fragments/],
  [
    'fields of fragments, once in each selection',
    { maxFields: 4 },
    '{ ...F ...F a { ...F } } fragment F on A { b }',
    '{ ...F ...F a { ...F c } d } fragment F on A { b }',
    /more than 4 fields/,
  ],
  [
    'fragments, followed anew in each selection',
    {},
    spreading(60, 20),
    spreading(99, 900),
    /spreads too many fragments/,
  ],
  ['aliases', { maxAliases: 2 }, '{ x: a y: b }', '{ x: a y: b z: c }', /more than 2 aliases/],
  [
    'aliases in fragments',
    { maxAliases: 2 },
    '{ ...F a { ...F } } fragment F on A { x: b }',
    '{ ...F a { ...F } c { ...F } } fragment F on A { x: b }',
    /more than 2 aliases/,
  ],
  ['root fields', { maxRootFields: 2 }, '{ a { b c d } e }', '{ ... { a } b c }', /more than 2 root fields/],
  ['mutations', { maxMutations: 2 }, 'mutation { a b }', 'mutation { a b c }', /more than 2 mutations/],
  ['directives', { maxDirectives: 2 }, '{ a @x @y }', '{ a @x @y b @z }', /more than 2 directives/],
  ['operations', { maxOperations: 2 }, 'query A { a } query B { a }', '{ a } { a } { a }', /more than 2 operations/],
  ['names', {}, `{ ${'a'.repeat(1_000)} }`, `{ ${'a'.repeat(1_001)} }`, /a name of more than 1000 characters/],
  ['lists in values', { maxJsonDepth: 2 }, '{ a(b: [[1]]) }', '{ a(b: [[[1]]]) }', /nested deeper than 2 levels/],
  ['objects in values', { maxJsonDepth: 2 }, '{ a(b: {c: [1]}) }', '{ a(b: {c: {d: []}}) }', /nested deeper than 2/],
  [
    'lists in types',
    { maxJsonDepth: 2 },
    'query ($a: [[I]]) { a }',
    'query ($a: [[[I]]]) { a }',
    /nested deeper than 2/,
  ],
];

describe('a limit of documents', () => {
  it.each(cases)('bounds %s', (_name, limits, within, beyond, message) => {
    expect(rejection(within, limits)).toBeUndefined();
    expect(rejection(beyond, limits)).toMatch(message);
  });

  it('counts in each operation', () => {
    const operations = (count: number) => Array.from({ length: count }, (_, i) => `query Q${i} { a b }`).join(' ');
    expect(rejection(operations(3), { maxFields: 2, maxRootFields: 2 })).toBeUndefined();
  });

  it('counts fragments that double without expanding them', () => {
    const chain = Array.from({ length: 38 }, (_, i) => `fragment F${i + 1} on A { a { ...F${i} } b { ...F${i} } }`);
    const text = `{ ...F38 } fragment F0 on A { c } ${chain.join(' ')}`;
    expect(rejection(text)).toMatch(/more than 10000 fields/);
  });

  it('leaves fragments that form a ring to validation', () => {
    const ring = '{ ...A } fragment A on T { a { ...B } } fragment B on T { b { ...A } }';
    expect(rejection(ring)).toBeUndefined();
  });

  it('bounds the fields that validation compares', () => {
    const same = (count: number) => `{ a { ${'b { c } '.repeat(count)} } }`;
    expect(rejection(same(100))).toBeUndefined();
    expect(rejection(same(200))).toMatch(/same fields too often/);
  });

  it('leaves syntax errors as they are', () => {
    const text = '{ a(b: [1, 2) }';
    expect(rejection(text)).toBe(rejectionOfGraphQL(text));
  });

  it('changes nothing of what the parser makes', () => {
    const text = 'query Q($a: [[ID!]!] = [["x"]]) @d { x: a(b: {c: [$a]}) { ...F ... on T @e { "d" } } }'.replace(
      ' "d"',
      'f',
    );
    expect(JSON.stringify(runAtOnce(parseInSteps(text, defaultLimits)))).toBe(JSON.stringify(parse(text)));
  });
});

function rejectionOfGraphQL(text: string): string {
  try {
    parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('introspection', () => {
  const everything = {
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  };

  it('is within the limits as tools request it', () => {
    expect(rejection(getIntrospectionQuery())).toBeUndefined();
    expect(rejection(getIntrospectionQuery(everything))).toBeUndefined();
  });

  it('is bounded by about how many values it selects', () => {
    const aliases = (count: number) =>
      Array.from({ length: count }, (_, i) => `a${i}: __schema { types { name fields { name description } } }`).join(
        ' ',
      );
    expect(rejection(`{ ${aliases(3)} }`)).toBeUndefined();
    expect(rejection(`{ ${aliases(99)} }`, { maxRootFields: 200 })).toBeUndefined();
    expect(rejection(`{ ${aliases(300)} }`, { maxRootFields: 500 })).toMatch(/too much of the schema/);
  });
});

describe('the depth of a JSON value', () => {
  it.each([
    [1, 0],
    [null, 0],
    [[], 1],
    [{ a: 1, b: [null] }, 2],
    [[[1], { a: { b: [] } }], 4],
  ])('of %j is %i', (value, depth) => {
    expect(isDeeperThan(value, depth)).toBe(false);
    if (depth > 0) expect(isDeeperThan(value, depth - 1)).toBe(true);
  });
});
