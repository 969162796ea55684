import graphql from '@graphql-eslint/eslint-plugin';
import { type ESLint, Linter } from 'eslint';
import { describe, expect, it } from 'vitest';

const file = new URL('../../scripts/schema-lint-rules.js', import.meta.url);
const { default: own } = (await import(file.href)) as { default: ESLint.Plugin };

/** The messages of one rule for a schema of one type. */
function messagesOf(rule: string, sdl: string): string[] {
  const config = {
    files: ['**/*.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: sdl } } },
    plugins: { own },
    rules: { [`own/${rule}`]: 'error' },
  };
  return new Linter().verify(sdl, [config] as Linter.Config[], 'a.graphql').map(({ message }) => message);
}

describe('the rule telling-description', () => {
  const check = (description: string, field = 'title: String') =>
    messagesOf('telling-description', `type Page {\n  "${description}"\n  ${field}\n}`);

  it.each([
    ['Title of the page.', 'title: String'],
    ['The title', 'title: String'],
    ['Whether the page is hidden.', 'isHidden: Boolean'],
    ['Pages of the page.', 'pages: [Page]'],
  ])('rejects %j of %s', (description, field) => {
    expect(check(description, field)).toEqual([expect.stringContaining('what its name does not')]);
  });

  it.each([
    ['Title that readers see.', 'title: String'],
    ['REST id of the page.', 'restId: String'],
    ['URLs of the page.', 'urls: String'],
  ])('accepts %j of %s', (description, field) => {
    expect(check(description, field)).toEqual([]);
  });
});

describe('other rules of the guide', () => {
  it.each([
    ['id-description', 'type A { "Who owns it." ownerId: ID }', 'global id, or REST id'],
    ['known-values', 'type A { "Status: `open` or `draft`." status: String }', '@knownValues'],
    ['deprecation-replacement', 'type A { "Old." old: Int @deprecated(reason: "Not used.") }', 'replaces old'],
    ['connection-name', 'type BConnection { "Items." edges: [BEdge] "Nodes." nodes: [C] }', 'CConnection'],
  ])('%s rejects what breaks it', (rule, sdl, message) => {
    const others = 'type BEdge { "Node." node: C } type C { "Size in bytes." size: Int }';
    expect(messagesOf(rule, `${sdl} ${others}`).join()).toContain(message);
  });
});
