import { describeConformance, type Scenario } from '../../../support/execution/conformance.ts';

const schema = 'type Query { a: String b: String inner: Query }';
const root = () => ({ a: 'first', b: 'second', inner: { a: 'inner a', b: 'inner b' } });

/** A selection of `b` in each form that directives apply to. */
const forms: Readonly<Record<string, (directives: string) => string>> = {
  'a field': (directives) => `{ a b ${directives} }`,
  'an object': (directives) => `{ a inner ${directives} { b } }`,
  'a fragment spread': (directives) => `{ a ...F ${directives} } fragment F on Query { b }`,
  'an inline fragment': (directives) => `{ a ... on Query ${directives} { b } }`,
  'an anonymous inline fragment': (directives) => `{ a ... ${directives} { b } }`,
  'one of two selections': (directives) =>
    `{ b ${directives} a b inner { ...F ${directives} ...F } } fragment F on Query { b }`,
};
const conditions = [
  '',
  '@include(if: true)',
  '@include(if: false)',
  '@skip(if: false)',
  '@skip(if: true)',
  ...[true, false].flatMap((include) => [true, false].map((skip) => `@include(if: ${include}) @skip(if: ${skip})`)),
];
const variables = [true, false].flatMap((yes) => [true, false].map((no) => ({ yes, no })));

describeConformance('directives', {
  ...Object.fromEntries(
    Object.entries(forms).flatMap(([form, queryOf]) => [
      ...conditions.map((condition): [string, Scenario] => [
        `${condition || 'nothing'} on ${form}`,
        { schema, root, query: queryOf(condition) },
      ]),
      ...variables.map((values): [string, Scenario] => [
        `variables ${JSON.stringify(values)} on ${form}`,
        {
          schema,
          root,
          query: `query ($yes: Boolean!, $no: Boolean!) ${queryOf('@include(if: $yes) @skip(if: $no)')}`,
          variables: values,
        },
      ]),
    ]),
  ),
  'a default of a condition': {
    schema,
    root,
    query: 'query ($yes: Boolean = false) { a @include(if: $yes) b @skip(if: $yes) }',
  },
  'null for a condition below the root': {
    schema,
    root,
    query: 'query ($yes: Boolean = true) { a inner { b @include(if: $yes) } }',
    variables: { yes: null },
    errors: 1,
  },
  'null for a condition at the root': {
    schema,
    root,
    query: 'query ($yes: Boolean = true) { a b @skip(if: $yes) }',
    variables: { yes: null },
    errors: 1,
  },
  'everything excluded': { schema, root, query: '{ a @skip(if: true) inner { b @include(if: false) } }' },
});
