import { parse, validate } from 'graphql';
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
