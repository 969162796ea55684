import { type DocumentNode, type FieldNode, parse, type VariableNode, validate, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { validationOf } from '../../../src/engine/document/validation.ts';
import { runAtOnce } from '../../../src/engine/turns/event-loop-turn.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { createRandom } from '../../../src/sandbox/random.ts';
import { randomQuery } from '../../support/random/random-operations.ts';

const schema = createSchema();

const invalid = [
  '{ unknown }',
  '{ organizations { nodes { id { x } title(x: 1) } } }',
  '{ organizations }',
  '{ space(id: 5, id: "x") { title } }',
  'query ($a: Unknown, $b: Int, $b: Int) { organizations(first: $c) { totalCount } }',
  'query A { __typename } query A { __typename } { __typename }',
  '{ ...F ...G } fragment F on Query { ...F } fragment H on Unknown { x } fragment I on Int { x }',
  '{ a: __typename a: organizations { totalCount } }',
  '{ __typename @skip @include(if: "x") @unknown @skip(if: true) @skip(if: true) }',
  'type Query { x: Int } { __typename }',
  'mutation { deleteSpace(input: { id: "x", unknown: 1, id: "y" }) { clientMutationId } }',
  '{ node(id: "x") { ... on Int { x } ... on Space { title ... on Site { title } } } }',
  'query ($a: Int, $unused: Int) { ...F organizations(first: $a) { totalCount } } fragment F on Query { organizations(last: $b, after: $a) { totalCount } }',
  'query ($a: Int = 1 @unknown(x: 1), $b: [String!]) { organizations(first: $a) { nodes { title @include(if: $b) } } }',
  'mutation ($id: ID) { createSite(input: { organizationId: $id, title: "$x", spaces: { ids: [$id] } }) { clientMutationId } }',
  'fragment F on Query { organizations(first: $a) { totalCount } }',
  '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
];

describe('validation finds the errors that graphql finds', () => {
  const expectSame = (text: string) => {
    const document = parse(text);
    expect(runAtOnce(validationOf(schema, document)), text).toEqual(validate(schema, document));
  };

  it.each(invalid)('in %s', (text) => {
    expect(validate(schema, parse(text)).length).toBeGreaterThan(0);
    expectSame(text);
  });

  it('in more than it reports', () => {
    expectSame(`{ ${Array.from({ length: 150 }, (_, i) => `a${i}: unknown`).join(' ')} }`);
  });

  it('without looking at all nodes in one step, also where variables are used', () => {
    const fields = Array.from({ length: 2_000 }, (_, i) => `a${i}: organizations(first: $n) { totalCount }`);
    const document = parse(`query ($n: Int) { ${fields.join(' ')} }`);
    const counted = countingKinds(document);
    const steps = validationOf(schema, counted.document);
    let most = 0;
    let all = 0;
    for (let isDone = false; !isDone; ) {
      isDone = steps.next().done === true;
      const reads = counted.take();
      most = Math.max(most, reads);
      all += reads;
    }
    expect(all).toBeGreaterThan(100_000);
    // One rule looks at all fields of one selection set at once.
    expect(most).toBeLessThan(10_000);
  });

  it('in random documents, and in those with a word changed', () => {
    let failed = 0;
    for (let seed = 1; seed <= 120; seed++) {
      const random = createRandom(seed);
      const { query } = randomQuery({ schema, random, guess: () => 'x', favourites: [] });
      expectSame(query);
      const words = query.split(' ');
      const word = Math.floor(random.next() * words.length);
      const changed = words.with(word, words[Math.floor(random.next() * words.length)] ?? '').join(' ');
      try {
        parse(changed);
      } catch {
        continue;
      }
      failed += validate(schema, parse(changed)).length > 0 ? 1 : 0;
      expectSame(changed);
    }
    expect(failed).toBeGreaterThan(20);
  });
});

/** A copy of a document that counts how often the kind of a field or a variable in it is read. */
function countingKinds(document: DocumentNode) {
  let reads = 0;
  const counting = (node: FieldNode | VariableNode) => {
    const { kind } = node;
    return Object.defineProperty({ ...node }, 'kind', {
      enumerable: true,
      get: () => {
        reads++;
        return kind;
      },
    });
  };
  const leave = { leave: counting };
  return {
    document: visit(document, { Field: leave, Variable: leave }),
    /** How often since the last time. */
    take() {
      const taken = reads;
      reads = 0;
      return taken;
    },
  };
}
