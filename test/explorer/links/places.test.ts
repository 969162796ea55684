import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fieldAt, fieldNodes, operationIn, parseQuery } from '../../../src/explorer/app/links/query-fields.ts';
import { ResponseText, responseIn } from '../../../src/explorer/app/links/response-places.ts';

const query = `query First { other }
query Second {
  all: organizations {
    nodes { title ...Sites ... on Organization { members { totalCount } } }
  }
}
fragment Sites on Organization { sites { nodes { title } } ...Sites }`;
const document = parse(query);
const second = operationIn(document, 'Second');

describe('the field nodes of a path', () => {
  const names = (field: string) => second && fieldNodes(document, second, field)?.map(({ name }) => name.value);

  it('are found by response names, in fragments too', () => {
    expect(names('all.nodes.sites.nodes.title')).toEqual(['organizations', 'nodes', 'sites', 'nodes', 'title']);
    expect(names('all.nodes.members')).toEqual(['organizations', 'nodes', 'members']);
  });

  it('are missing for a field that the operation does not select', () => {
    expect(names('organizations')).toBeUndefined();
    expect(names('other')).toBeUndefined();
    expect(names('all.nodes.sites.title')).toBeUndefined();
  });
});

describe('the field at an offset', () => {
  const at = (text: string, shift = 0) => second && fieldAt(document, second, query.indexOf(text) + shift);

  it('is the innermost one', () => {
    expect(at('organizations {')).toBe('all');
    expect(at('title ...')).toBe('all.nodes.title');
    expect(at('totalCount', 3)).toBe('all.nodes.members.totalCount');
    expect(at('sites {')).toBe('all.nodes.sites');
  });

  it('is undefined outside of the operation’s fields', () => {
    expect(at('other')).toBeUndefined();
    expect(at('query Second')).toBeUndefined();
  });

  it('is searched in bounded time where fragments repeat one another', () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `fragment F${i} on Q { a { ...F${i + 1} } a { ...F${i + 1} } b { ...F${i + 1} } }`,
    );
    const text = `{ ...F0 } ${levels.join(' ')} fragment F30 on Q { end }`;
    const hostile = parse(text);
    const operation = operationIn(hostile, null);
    expect(operation && fieldAt(hostile, operation, text.length)).toBeUndefined();
    expect(operation && fieldNodes(hostile, operation, `${'a.'.repeat(30)}missing`)).toBeUndefined();
  });
});

describe('operationIn', () => {
  it('is the first operation where none has the name', () => {
    expect([null, undefined, 'Third'].map((name) => operationIn(document, name)?.name?.value)).toEqual(
      Array(3).fill('First'),
    );
    const fragment = parseQuery('fragment F on Q { a }');
    expect(fragment && operationIn(fragment, null)).toBeUndefined();
    expect(parseQuery('{ a')).toBeUndefined();
  });
});

describe('a response’s text', () => {
  const text = JSON.stringify({ data: { a: [{ b: 'x "b": [' }, { b: null }] }, errors: [{ path: ['a'] }] }, null, 2);
  const response = new ResponseText(text);
  const nameAt = (path: (string | number)[]) => {
    const range = response.nameAt(path);
    return range && { line: text.slice(0, range.start).split('\n').length, text: text.slice(range.start, range.end) };
  };

  it('has the name of a property at a path', () => {
    expect(nameAt(['a'])).toEqual({ line: 3, text: '"a"' });
    expect(nameAt(['a', 1, 'b'])).toEqual({ line: 8, text: '"b"' });
    expect(nameAt(['a', 1])).toEqual({ line: 7, text: '{' });
  });

  it('has the nearest value above a path that it does not have', () => {
    expect(nameAt(['a', 1, 'b', 'nodes', 0])).toEqual({ line: 8, text: '"b"' });
    expect(nameAt(['c'])).toBeUndefined();
    expect(new ResponseText('not { json').nameAt(['a'])).toBeUndefined();
    expect(new ResponseText('').nameAt(['a'])).toBeUndefined();
  });

  it('has the path of the data at an offset', () => {
    expect(response.pathAt(text.indexOf('null'))).toEqual(['a', 1, 'b']);
    expect(response.pathAt(text.indexOf('"a"') + 1)).toEqual(['a']);
    expect(response.pathAt(text.indexOf('path'))).toBeUndefined();
    expect(response.pathAt(0)).toBeUndefined();
  });
});

describe('the response in an editor', () => {
  it('is parsed once for a version of its text', () => {
    const model = { version: 1, getVersionId: () => model.version, getValue: () => `{"data":{"a":${model.version}}}` };
    const first = responseIn(model);
    expect(responseIn(model)).toBe(first);
    model.version = 22;
    expect(responseIn(model)).not.toBe(first);
    expect(responseIn(model).pathAt(13)).toEqual(['a']);
  });
});
