import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { nextPage } from '../../../src/explorer/app/paging/next-page.ts';

const more = { hasNextPage: true, endCursor: 'c' };

describe('the next page', () => {
  const found = { connection: 'list', variable: 'after', cursor: 'c' };

  it.each([
    ['of a connection', 'list(after: $after) { pageInfo { hasNextPage endCursor } }', { list: { pageInfo: more } }],
    ['of an alias in a fragment', '... on Query { list: sites(after: $after) { ...P } } ', { list: { page: more } }],
    [
      'below a record',
      'space { list(after: $after) { pageInfo { hasNextPage endCursor } } }',
      { space: { list: { pageInfo: more } } },
    ],
  ])('%s', (_, selection, data) => {
    const document = parse(`query ($after: String) { ${selection} } fragment P on C { page: pageInfo { endCursor } }`);
    expect(nextPage(document, undefined, data)).toEqual(found);
  });

  it.each([
    ['without a variable', 'list(after: "a") { pageInfo { endCursor } }', { list: { pageInfo: more } }],
    ['without pageInfo', 'list(after: $after) { totalCount }', { list: { pageInfo: more } }],
    [
      'after the last page',
      'list(after: $after) { pageInfo { endCursor } }',
      { list: { pageInfo: { hasNextPage: false, endCursor: 'c' } } },
    ],
    ['of items', 'items { list(after: $after) { pageInfo { endCursor } } }', { items: [{ list: { pageInfo: more } }] }],
    ['without data', 'list(after: $after) { pageInfo { endCursor } }', null],
  ])('is not offered %s', (_, selection, data) => {
    expect(nextPage(parse(`query ($after: String) { ${selection} }`), undefined, data)).toBeUndefined();
  });

  it('is searched in bounded time where fields repeat one another', () => {
    const nested = (depth: number): string => (depth === 0 ? 'a' : `a { ...F${depth} ...G${depth} }`);
    const fragments = Array.from(
      { length: 24 },
      (_, i) => `fragment F${i + 1} on T { ${nested(i)} } fragment G${i + 1} on T { ${nested(i)} }`,
    );
    let data: unknown = 1;
    for (let depth = 0; depth < 26; depth++) data = { a: data };
    expect(nextPage(parse(`{ ${nested(24)} } ${fragments.join(' ')}`), undefined, data)).toBeUndefined();
  });
});
