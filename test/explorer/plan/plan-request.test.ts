import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type EditedTexts, type KnownSchema, planRequestOf } from '../../../src/explorer/app/plan/use-plan.ts';

const schema = buildSchema('type Query { a(n: Int): Int }');

/** What the plan is requested of, or why there is none. */
const requestOf = (texts: Partial<EditedTexts>, known: KnownSchema = schema) =>
  planRequestOf(
    { query: '{ a }', operationName: undefined, variables: '', headers: '', ...texts },
    { authorization: 'Bearer all', 'x-team': 'docs' },
    known,
  );

describe('the request of a plan', () => {
  it('is what the execute button would send', () => {
    const query = 'query A { a } query B($n: Int) { a(n: $n) }';
    const texts = { query, operationName: 'B', variables: '{"n": 1}', headers: '{"authorization": "Bearer tab"}' };
    expect(requestOf(texts)).toMatchObject({
      query,
      operationName: 'B',
      variables: { n: 1 },
      headers: { authorization: 'Bearer tab', 'x-team': 'docs' },
    });
  });

  it.each<[string, Partial<EditedTexts>]>([
    ['No operation to plan', { query: null }],
    ['No operation to plan', { query: '# A comment\n' }],
    ['No plan: the operation is not valid', { query: '{ a' }],
    ['No plan: the operation is not valid', { query: 'fragment F on Query { a }' }],
    ['No plan: the operation is not valid', { query: '{ b }' }],
    ['No plan: the variables are not valid', { variables: '{"n":' }],
    ['No plan: the headers are not valid', { headers: '{"x":' }],
  ])('is missing, which "%s" explains: %j', (problem, texts) => {
    expect(requestOf(texts)).toBe(problem);
  });

  it('waits for the schema, and leaves the validation to the gateway where there is none', () => {
    expect(requestOf({}, 'loading')).toBe('No plan yet');
    expect(requestOf({ query: '{ b }' }, 'unavailable')).toMatchObject({ query: '{ b }' });
  });
});
