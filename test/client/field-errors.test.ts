import { type GraphQLFormattedError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { FieldError, FieldErrors, throwOnFieldError } from '../../src/client/index.ts';

const operation = {
  query: parse(`query Page($id: ID!, $status: String) {
    site(id: $id) { __typename id title sections { nodes { title } } ...Parts }
  }
  fragment Parts on Node { ... on Site { list: sections(status: $status, first: 3) { nodes { title } } } }`),
  variables: { id: 's', status: 'open' },
};
const other = { query: parse('{ sites { __typename id title sections { nodes { title } } } }') };
const site = (sections: object | null, id = 's') => ({ __typename: 'Site', id, title: 'Docs', sections });
const failure = (...path: (string | number)[]) => ({ message: 'Failed.', path, extensions: { code: 'FORBIDDEN' } });
const failed = { data: { site: site(null) }, errors: [failure('site', 'sections')] };

describe('FieldErrors', () => {
  it('throws the error of a failed field when it is read, and not before', () => {
    const errors = new FieldErrors();
    errors.record(operation, failed);
    const data = errors.guard(operation, { site: site(null) });
    expect(data.site.title).toBe('Docs');
    expect(() => data.site.sections).toThrow(FieldError);
    expect(() => data.site.sections).toThrow(expect.objectContaining({ message: 'Failed.', code: 'FORBIDDEN' }));
  });

  it('gives the same object for the same data until there are other errors', () => {
    const errors = new FieldErrors();
    errors.record(operation, failed);
    const data = { site: site(null) };
    const guarded = errors.guard(operation, data);
    expect(errors.guard(operation, data)).toBe(guarded);
    errors.record(operation, { data });
    errors.record(other, { data: { sites: [] }, errors: [failure('sites')] });
    expect(errors.guard(operation, data).site.sections).toBeNull();
  });

  it('finds the field of a record wherever the record is, in any operation', () => {
    const errors = new FieldErrors();
    errors.record(operation, failed);
    const data = errors.guard(other, { sites: [site({}, 'other'), site(null)] });
    expect(data.sites[0]?.sections).toEqual({});
    expect(() => data.sites[1]?.sections).toThrow(FieldError);
  });

  it.each([
    ['a value', { sites: [site({ nodes: [] })] }],
    ['null without an error', { sites: [site(null)] }],
  ])('ends an error when a later result of any operation has %s', (_, data) => {
    const errors = new FieldErrors();
    errors.record(operation, failed);
    errors.record(other, { data });
    expect(errors.guard(operation, { site: site(null) }).site.sections).toBeNull();
  });

  it('ends an error with a result whose errors are null', () => {
    const errors = new FieldErrors();
    errors.record(operation, failed);
    errors.record(operation, { data: failed.data, errors: null });
    expect(errors.guard(operation, { site: site(null) }).site.sections).toBeNull();
  });

  it('keeps an error when later results do not have its field', () => {
    const errors = new FieldErrors();
    errors.record(operation, failed);
    errors.record(
      { query: parse('{ site { __typename id title } }') },
      { data: { site: { __typename: 'Site', id: 's' } } },
    );
    errors.record(other, { data: { sites: [site({}, 'another')] } });
    expect(() => errors.guard(operation, { site: site(null) }).site.sections).toThrow(FieldError);
  });

  it('keeps a field with other arguments apart, also under an alias in a fragment', () => {
    const errors = new FieldErrors();
    const data = { site: { ...site({ nodes: [] }), list: null } };
    errors.record(operation, { data, errors: [failure('site', 'list')] });
    const drafts = { ...operation, variables: { id: 's', status: 'draft' } };
    errors.record(drafts, { data: { site: { ...site({ nodes: [] }), list: { nodes: [] } } } });
    expect(() => errors.guard(operation, data).site.list).toThrow(FieldError);
    expect(errors.guard(drafts, data).site.list).toBeNull();
    errors.record(operation, { data: { site: { ...site({ nodes: [] }), list: { nodes: [] } } } });
    expect(errors.guard(operation, data).site.list).toBeNull();
  });

  it.each([
    ['a number', 'query { a(by: { n: 5, f: [1.0] }) }', {}, 'query($n: Int) { a(by: { n: $n, f: [1] }) }', { n: 5 }],
    ['a default', 'query($s: S = OPEN) { a(s: $s) }', {}, '{ a(s: OPEN) }', {}],
    ['a default for undefined', 'query($s: S = OPEN) { a(s: $s) }', { s: undefined }, '{ a(s: OPEN) }', {}],
  ])('finds a field by the values of its arguments: %s', (_, failing, variables, reading, others) => {
    const errors = new FieldErrors();
    errors.record({ query: parse(failing), variables }, { data: { a: null }, errors: [failure('a')] });
    expect(() => errors.guard({ query: parse(reading), variables: others }, { a: null }).a).toThrow(FieldError);
  });

  it.each([
    ['another default', 'query($s: S = MERGED) { a(s: $s) }', {}],
    ['null in place of a default', 'query($s: S = OPEN) { a(s: $s) }', { s: null }],
  ])('keeps a field apart that has %s', (_, reading, variables) => {
    const errors = new FieldErrors();
    const failing = { query: parse('query($s: S = OPEN) { a(s: $s) }') };
    errors.record(failing, { data: { a: null }, errors: [failure('a')] });
    expect(errors.guard({ query: parse(reading), variables }, { a: null }).a).toBeNull();
  });

  const user = { __typename: 'User', restId: 'u', displayName: null };

  it.each([
    [
      'the viewer, which has one entry',
      '{ viewer { __typename restId id displayName } }',
      { viewer: { ...user, __typename: 'Viewer', id: 'u' } },
      '{ viewer { __typename displayName } }',
      { viewer: { __typename: 'Viewer', displayName: null } },
    ],
    [
      'a user of a record',
      '{ site { __typename id viewer: createdBy { __typename restId displayName } } }',
      { site: { __typename: 'Site', id: 's', viewer: user } },
      '{ site(id: 1) { __typename id viewer: createdBy { __typename displayName } } }',
      { site: { __typename: 'Site', id: 's', viewer: { __typename: 'User', displayName: null } } },
    ],
  ])('finds a field whatever else a query selects of %s', (_, failing, data, reading, others) => {
    const errors = new FieldErrors();
    const path = 'site' in data ? ['site', 'viewer', 'displayName'] : ['viewer', 'displayName'];
    errors.record({ query: parse(failing) }, { data, errors: [failure(...path)] });
    const guarded = errors.guard({ query: parse(reading) }, others);
    expect(() => ('site' in guarded ? guarded.site?.viewer : guarded.viewer)?.displayName).toThrow(FieldError);
  });

  it('knows a record by its id under an alias, and by nothing else that is called id', () => {
    const errors = new FieldErrors();
    const aliased = { query: parse('{ site { __typename key: id id: restId sections { nodes { title } } } }') };
    const data = { site: { __typename: 'Site', key: 's', id: 'rest', sections: null } };
    errors.record(aliased, { data, errors: [failure('site', 'sections')] });
    expect(() => errors.guard(other, { sites: [site(null)] }).sites[0]?.sections).toThrow(FieldError);
    expect(errors.guard(other, { sites: [site(null, 'rest')] }).sites[0]?.sections).toBeNull();
  });

  it('takes an argument of an undefined variable for none', () => {
    const errors = new FieldErrors();
    const query = parse('query ($s: String, $t: String) { a(s: $s, by: { t: $t }) }');
    errors.record({ query: parse('{ a(by: {}) }') }, { data: { a: null }, errors: [failure('a')] });
    expect(() => errors.guard({ query, variables: { s: undefined } }, { a: null }).a).toThrow(FieldError);
    const plain = parse('query ($s: String) { b(s: $s) }');
    errors.record({ query: plain }, { data: { b: null }, errors: [failure('b')] });
    expect(() => errors.guard({ query: parse('{ b }') }, { b: null }).b).toThrow(FieldError);
    expect(errors.guard({ query: plain, variables: { s: null } }, { b: null }).b).toBeNull();
  });

  it('keeps fields outside of records apart by their arguments', () => {
    const errors = new FieldErrors();
    errors.record(operation, { data: { site: null }, errors: [failure('site')] });
    expect(() => errors.guard(operation, { site: null }).site).toThrow(FieldError);
    expect(errors.guard({ ...operation, variables: { id: '2' } }, { site: null }).site).toBeNull();
  });

  it('throws at the field that became null for an error below it', () => {
    const errors = new FieldErrors();
    errors.record(operation, { ...failed, errors: [failure('site', 'sections', 'nodes', 3, 'title')] });
    expect(() => errors.guard(operation, { site: site(null) }).site.sections).toThrow(FieldError);
  });

  it('keeps items without ids of different pages apart', () => {
    const query = parse(
      'query($after: String) { site { __typename id links(first: 2, after: $after) { totalCount nodes { url } } } }',
    );
    const [first, second] = [{ query }, { query, variables: { after: 'c' } }];
    const page = (...urls: (string | null)[]) => ({
      site: { __typename: 'Site', id: 's', links: { totalCount: null, nodes: urls.map((url) => ({ url })) } },
    });
    const errors = new FieldErrors();
    errors.record(first, { data: page(null, 'b'), errors: [failure('site', 'links', 'nodes', 0, 'url')] });
    errors.record(second, {
      data: page('c', null),
      errors: [failure('site', 'links', 'nodes', 1, 'url'), failure('site', 'links', 'totalCount')],
    });
    const { links } = errors.guard(first, page(null, null)).site;
    expect(() => links.nodes[0]?.url).toThrow(FieldError);
    expect(links.nodes[1]?.url).toBeNull();
    expect(() => links.totalCount).toThrow(FieldError);
    const further = errors.guard(second, page(null, null)).site.links;
    expect(further.nodes[0]?.url).toBeNull();
    expect(() => further.nodes[1]?.url).toThrow(FieldError);
  });

  it('keeps the newest 1,000 errors', () => {
    const errors = new FieldErrors();
    const sites = Array.from({ length: 1001 }, (_, i) => site(null, `s${i}`));
    errors.record(other, { data: { sites }, errors: sites.map((_, i) => failure('sites', i, 'sections')) });
    const data = errors.guard(other, { sites });
    expect(data.sites[0]?.sections).toBeNull();
    expect(() => data.sites[1]?.sections).toThrow(FieldError);
    errors.clear();
    expect(errors.guard(other, { sites })).toEqual({ sites });
  });
});

describe('throwOnFieldError', () => {
  it('throws where a failed field is read, also for an error below it', () => {
    const errors = [failure('sites', 0, 'sections'), failure('sites', 1, 'sections', 'nodes', 0)];
    const data = throwOnFieldError({ data: { sites: [site(null), site(null, '2'), site(null, '3')] }, errors });
    expect(data.sites.map(({ title }) => title)).toEqual(['Docs', 'Docs', 'Docs']);
    for (const i of [0, 1]) expect(() => data.sites[i]?.sections).toThrow(FieldError);
    expect(data.sites[2]?.sections).toBeNull();
  });

  it('returns data that code can change, as that of a response without errors', () => {
    const errors = [failure('site', 'sections'), failure('list', 1, 'sections')];
    const data = throwOnFieldError({ data: { site: site(null), list: [{ id: 'b' }, site(null, 'a')] }, errors });
    data.list.sort((one, other) => (one.id < other.id ? -1 : 1));
    data.site.title = 'Other';
    expect(data.list.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(data.site.title).toBe('Other');
  });

  it.each([undefined, null, []])('returns the data itself if errors are %s', (errors) => {
    const data = { site: site(null) };
    expect(throwOnFieldError({ data, errors })).toBe(data);
  });

  it('throws an error whose path and extensions are null', () => {
    const error = { message: 'Stopped.', path: null, extensions: null } as unknown as GraphQLFormattedError;
    expect(() => throwOnFieldError({ data: null, errors: [error] })).toThrow(
      expect.objectContaining({ code: 'UNKNOWN', path: [], extensions: {} }),
    );
  });

  it.each([
    ['no data', { errors: [{ message: 'Unknown field.' }] }, 'Unknown field.'],
    ['an error of no field', { data: { site: null }, errors: [{ message: 'Stopped.' }] }, 'Stopped.'],
    ['nothing', {}, 'neither data nor errors'],
  ])('throws for %s', (_, result, message) => {
    expect(() => throwOnFieldError(result)).toThrow(message);
  });
});
