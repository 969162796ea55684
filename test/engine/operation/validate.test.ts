import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestLogEntry } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/expectations.ts';
import { type GraphQLResultError, type RequestOptions, startWorld } from '../../support/gateway.ts';

const requestLog: RequestLogEntry[] = [];
// Before the tests are named, as their tables hold ids.
const world = await startWorld({ onRequest: (entry) => void requestLog.push(entry) });
const ids = await findIds();

async function findIds() {
  const { data } = await world.execute(`{ organizations(first: 1) { nodes {
    members(first: 1) { nodes { user { id } } }
    sites(first: 1) { nodes { id siteSpaces(first: 1) { nodes { space { id
      changeRequests(first: 1) { nodes { id } } } } } } } } } }`);
  const [{ members, sites }] = data.organizations.nodes;
  const [site] = sites.nodes;
  const { space } = site.siteSpaces.nodes[0];
  return {
    user: members.nodes[0].user.id as string,
    site: site.id as string,
    space: space.id as string,
    changeRequest: space.changeRequests.nodes[0].id as string,
  };
}

beforeEach(() => {
  requestLog.length = 0;
});

afterAll(() => world.close());

const held = 'Not executed: another mutation in this request was rejected. Nothing was changed.';
const writes = () => requestLog.filter(({ method }) => method !== 'GET').map(({ operation }) => operation);

const linkInput = () => `{siteId: "${ids.site}", name: "Preflight"}`;
const subject = () => `{id: "${ids.changeRequest}", subject: "Preflight"}`;

/** Three mutations, of which the one in the middle is bad. */
const threeWith = (bad: string, fragments = '') => `
  first: createShareLink(input: ${linkInput()}) { shareLink { id } userErrors { message } }
  bad: ${bad}
  last: updateChangeRequest(input: ${subject()}) { changeRequest { subject } userErrors { message } }
  ${fragments}`;

async function refusal(bad: string, options: RequestOptions & { fragments?: string; head?: string } = {}) {
  const { fragments = '', head = '', ...rest } = options;
  const { data, errors = [] } = await world.execute(`mutation ${head} { ${threeWith(bad)} } ${fragments}`, rest);
  expect(requestLog).toEqual([]);
  expect(data).toMatchObject({ first: null, last: null });
  const of = (name: string) => errors.filter(({ path }) => path?.[0] === name);
  for (const name of ['first', 'last']) {
    expect(of(name)).toEqual([
      expect.objectContaining({ path: [name], message: held, extensions: { code: 'BAD_USER_INPUT' } }),
    ]);
  }
  return { bad: data.bad, error: of('bad')[0], count: errors.length };
}

/** Checks that a bad mutation is refused as a whole, by an error of its own. */
async function expectError(message: string | RegExp, ...args: Parameters<typeof refusal>): Promise<GraphQLResultError> {
  const { bad, error, count } = await refusal(...args);
  expect(bad).toBeNull();
  expect(count).toBe(3);
  expect(error).toMatchObject({ path: ['bad'], extensions: { code: 'BAD_USER_INPUT' } });
  expect(error?.message).toMatch(message);
  return error as GraphQLResultError;
}

describe('one bad mutation of three sends nothing at all', () => {
  it('where all are good, they are sent, in their order', async () => {
    const good = `createChangeRequest(input: {spaceId: "${ids.space}"}) { userErrors { message } }`;
    const { errors } = await world.execute(`mutation { ${threeWith(good)} }`);
    expect(errors).toBeUndefined();
    expect(writes()).toEqual(['shareLinks.create', 'changeRequests.create', 'changeRequests.update']);
  });

  it.each([
    ['what is no global id', 'nonsense', /^"nonsense" is not a global id\. Use the "id" of a ShareLink\.$/],
    ["another type's id", globalIdOf('Site', 'o', 's'), /^Expected a ShareLink id, got a Site id\.$/],
    ['a way up the path', globalIdOf('ShareLink', 'o', '..', 'l'), /"\.\." is not a valid id/],
    ['a part that is empty', Buffer.from('ShareLink:o//l').toString('base64url'), /is not a global id/],
    ['nothing', '', /"" is not a global id/],
  ])('as its id is %s', async (_, id, message) => {
    await expectError(message, `deleteShareLink(input: {id: "${id}"}) { deletedId }`);
  });

  it.each([
    ['..', /^The spaceId "\.\." is not a valid id/],
    ['.', /^The spaceId "\." is not a valid id/],
    ['', /^The spaceId is empty/],
    ['a\\u0000b', /is not a valid id/],
  ])('as its plain id can be in no URL: %j', async (id, message) => {
    await expectError(message, `createChangeRequest(input: {spaceId: "${id}"}) { userErrors { message } }`);
  });

  it.each([
    ['is too long', `"${'x'.repeat(51)}"`, 'TOO_LONG', 'It must have at most 50 characters.'],
    ['is null', 'null', 'NOT_ALLOWED', 'It cannot be null. Leave it out instead.'],
  ])('as its name %s: the payload says so', async (_, name, code, message) => {
    const { bad, count } = await refusal(
      `updateShareLink(input: {id: "${globalIdOf('ShareLink', 'o', 's', 'l')}", name: ${name}, clientMutationId: "b"})
       { shareLink { id } clientMutationId userErrors { field code message } }`,
    );
    expect(bad).toEqual({ shareLink: null, clientMutationId: 'b', userErrors: [{ field: ['name'], code, message }] });
    expect(count).toBe(2);
  });

  it('wherever among the others it stands', async () => {
    const good = (name: string) => `${name}: createShareLink(input: ${linkInput()}) { shareLink { id } }`;
    const bad = 'bad: deleteShareLink(input: {id: "x"}) { deletedId }';
    for (const names of [
      ['bad', 'a', 'b'],
      ['a', 'bad', 'b'],
      ['a', 'b', 'bad'],
    ]) {
      const all = names.map((name) => (name === 'bad' ? bad : good(name)));
      const { data, errors } = await world.execute(`mutation { ${all.join(' ')} }`);
      expect(data).toEqual({ a: null, b: null, bad: null });
      expect(errors).toHaveLength(3);
      expect(requestLog).toEqual([]);
    }
  });

  it('each of several bad ones says what is wrong with it', async () => {
    const { data, errors } = await world.execute(`mutation {
      a: deleteShareLink(input: {id: "x"}) { deletedId }
      b: createShareLink(input: ${linkInput()}) { shareLink { id } }
      c: createShareLink(input: {siteId: "${ids.site}", name: "${'x'.repeat(51)}"}) { userErrors { code } } }`);
    expect(data).toEqual({ a: null, b: null, c: { userErrors: [{ code: 'TOO_LONG' }] } });
    expect(errors?.map(({ path, message }) => [path, message])).toEqual([
      [['a'], '"x" is not a global id. Use the "id" of a ShareLink.'],
      [['b'], held],
    ]);
    expect(requestLog).toEqual([]);
  });

  it('a variable that does not fit refuses the whole request', async () => {
    const { data, errors } = await world.execute(
      `mutation ($name: String!) { first: createShareLink(input: ${linkInput()}) { shareLink { id } }
        second: createShareLink(input: {siteId: "${ids.site}", name: $name}) { shareLink { id } } }`,
    );
    expect(data).toBeUndefined();
    expect(errors).toHaveLength(1);
    expect(requestLog).toEqual([]);
  });
});

describe('what is asked for below a payload', () => {
  const open = (selection: string) =>
    `createChangeRequest(input: {spaceId: "${ids.space}"}) { changeRequest { ${selection} } }`;
  const inOrganization = (field: string) => `space { organization { ${field} } }`;
  const site = globalIdOf('Site', 'o', 's');
  const page = globalIdOf('Page', 'space', 'page');
  const first = (value: number) => new RegExp(`"first" must be from 0 to 1000, not ${value}\\.$`);

  it.each<[string, string, RegExp]>([
    ['`first` is too big', 'comments(first: 1001) { totalCount }', first(1001)],
    ['`first` is negative', 'comments(first: -1) { totalCount }', first(-1)],
    ['a cursor is none', 'comments(after: "zzz") { totalCount }', /"after" is not a cursor: "zzz"/],
    ['a cursor is of another kind', `comments(after: "${page}") { totalCount }`, /"after" is not a cursor/],
    ['it is five levels down', inOrganization('sites { nodes { sections(first: 2000) { totalCount } } }'), first(2000)],
    [
      'it is in an edge',
      'space { comments { edges { node { space { files(first: 1001) { nodes { id } } } } } } }',
      first(1001),
    ],
    ['it is below a page', `page(id: "p") { links(first: 1001) { totalCount } }`, first(1001)],
    ['it is below a file', `file(id: "f") { backlinks(after: "?") { totalCount } }`, /"after" is not a cursor: "\?"/],
    [
      'a look-up names another type',
      inOrganization(`team(id: "${site}")`).replace(/"\)/, '") { id }'),
      /Expected an? Team id, got an? Site id/,
    ],
    [
      'a look-up by one of several names another type',
      `space { changeRequest(by: {id: "${site}"}) { id } }`,
      /Expected an? ChangeRequest id, got an? Site id/,
    ],
    ['a look-up names a way up', inOrganization('site(id: "..") { id }'), /The id "\.\." is not a valid id/],
    [
      'a look-up names a way up in a global id',
      inOrganization(`site(id: "${globalIdOf('Site', '..', 's')}") { id }`),
      /organizationId "\.\." is not/,
    ],
    ['a look-up names nothing', inOrganization('openapiSpec(slug: "") { id }'), /The slug is empty/],
    [
      'a filter names another type',
      inOrganization(`sites(space: "${page}") { totalCount }`),
      /Expected an? Space id, got an? Page id/,
    ],
    [
      'a filter by a user names another type',
      `space { changeRequests(contributor: "${site}") { totalCount } }`,
      /Expected an? User id, got an? Site id/,
    ],
    [
      'one of several filters names another type',
      `comments(authors: ["ok", "${site}"]) { totalCount }`,
      /Expected an? User id, got an? Site id/,
    ],
    [
      'a filter by a page names another type',
      `comments(targetPage: "${site}") { totalCount }`,
      /Expected an? Page id, got an? Site id/,
    ],
    [
      'an owner is another type',
      inOrganization(`teams(owner: "${site}") { totalCount }`),
      /Expected an? User id, got an? Site id/,
    ],
    [
      'an argument that is no filter names another type',
      `pdf(page: "${site}") { url }`,
      /Expected an? Page id, got an? Site id/,
    ],
    [
      'a search is too long',
      `space { search(query: "${'x'.repeat(513)}") { totalCount } }`,
      /"query" must have at most 512/,
    ],
    [
      'a search of all is too long',
      inOrganization(`search(query: "${'x'.repeat(513)}") { totalCount }`),
      /at most 512 characters, not 513/,
    ],
  ])('refuses the mutation where %s', async (_, selection, message) => {
    const error = await expectError(message, open(selection));
    expect(error.message).toMatch(/^In createChangeRequest\.changeRequest\.[\w.]+: /);
  });

  it('says at which field it is wrong', async () => {
    const error = await expectError(/./, open('space { comments(first: 7777) { totalCount } }'));
    expect(error.message).toBe(
      'In createChangeRequest.changeRequest.space.comments: "first" must be from 0 to 1000, not 7777.',
    );
  });

  it('takes the longest search, ids of every form that is allowed, and the largest window', async () => {
    const { errors } = await world.execute(
      `mutation { ${open(`
      comments(first: 1000, authors: ["${ids.user}", "plain"]) { totalCount }
      space { search(query: "${'x'.repeat(512)}") { totalCount } comments(first: 0) { totalCount }
        changeRequests(contributor: "${ids.user}") { totalCount }
        organization { sites(space: "${ids.space}") { totalCount } } }`)} }`,
    );
    expect(errors).toBeUndefined();
    expect(writes()).toEqual(['changeRequests.create']);
  });

  const tooMany = 'comments(first: 1001) { totalCount }';

  it.each<[string, string, string]>([
    ['a fragment', open('...bad'), `fragment bad on ChangeRequest { ${tooMany} }`],
    [
      'a fragment in a fragment',
      open('...outer'),
      `fragment outer on ChangeRequest { id ...bad } fragment bad on ChangeRequest { ${tooMany} }`,
    ],
    ['a fragment on an interface', open('...bad'), 'fragment bad on Content { files(first: 1001) { totalCount } }'],
    ['a fragment on Node', open('...bad'), `fragment bad on Node { id ... on ChangeRequest { ${tooMany} } }`],
    [
      'a fragment on the payload',
      `createChangeRequest(input: {spaceId: "${'s'}"}) { ...bad }`,
      `fragment bad on CreateChangeRequestPayload { changeRequest { ${tooMany} } }`,
    ],
    ['an inline fragment', open(`... on ChangeRequest { ${tooMany} }`), ''],
    ['an inline fragment without a type', open(`... { ${tooMany} }`), ''],
    ['one of the types of an interface', open(`page(id: "p") { content { ... on Space { ${tooMany} } } }`), ''],
    ['a field of an interface', open('page(id: "p") { content { files(first: 1001) { totalCount } } }'), ''],
    ['an alias', open(`id a: comments(first: 2) { totalCount } b: ${tooMany}`), ''],
    ['what @include lets through', open(`comments(first: 1001) @include(if: true) { totalCount }`), ''],
    ['what @skip lets through', open(`... @skip(if: false) { ${tooMany} }`), ''],
  ])('is found in %s', async (_, bad, fragments) => {
    await expectError(first(1001), bad, { fragments });
  });

  it('is found where a field is selected twice, the bad part in the second place', async () => {
    const bad = `createChangeRequest(input: {spaceId: "${ids.space}"}) { changeRequest { id } }
      bad: createChangeRequest(input: {spaceId: "${ids.space}"}) { changeRequest { space { id } } }
      bad: createChangeRequest(input: {spaceId: "${ids.space}"}) { changeRequest { space { ${tooMany} } } }`;
    await expectError(first(1001), bad);
  });

  it('is found in variables', async () => {
    await expectError(first(1001), open('comments(first: $n) { totalCount }'), {
      head: '($n: Int)',
      variables: { n: 1001 },
    });
    await expectError(first(1001), open('comments(first: $n) { totalCount }'), { head: '($n: Int = 1001)' });
    await expectError(
      /Expected an? ChangeRequest id, got an? Site id/,
      open('space { changeRequest(by: $by) { id } }'),
      {
        head: '($by: ChangeRequestBy!)',
        variables: { by: { id: site } },
      },
    );
    await expectError(first(1001), open(`... @include(if: $on) { ${tooMany} }`), {
      head: '($on: Boolean!)',
      variables: { on: true },
    });
  });

  it.each<[string, string, Record<string, boolean>]>([
    ['@include(if: false)', open(`id comments(first: 1001) @include(if: false) { totalCount }`), {}],
    ['@skip(if: true)', open(`id ... @skip(if: true) { ${tooMany} }`), {}],
    ['@include with a variable', open(`id comments(first: 1001) @include(if: $on) { totalCount }`), { on: false }],
  ])('is left alone where it is not selected: %s', async (_, selection, variables) => {
    const head = 'on' in variables ? '($on: Boolean!)' : '';
    const { errors } = await world.execute(`mutation ${head} { ${selection} }`, { variables });
    expect(errors).toBeUndefined();
    expect(writes()).toEqual(['changeRequests.create']);
  });

  it('is found in no time where fragments multiply the ways to it', async () => {
    const depth = 40;
    const fragments = Array.from(
      { length: depth },
      (_, i) =>
        `fragment f${i} on ChangeRequest { a: page(id: "p") { content { ...f${i + 1} } } b: page(id: "p") { content { ...f${i + 1} } } }`,
    );
    const last = `fragment f${depth} on ChangeRequest { ${tooMany} }`;
    await expectError(first(1001), open('...f0'), { fragments: [...fragments, last].join('\n') });
  });
});

describe('the mutations of a document', () => {
  const create = (name: string, directive = '') =>
    `${name}: createShareLink(input: ${linkInput()}) ${directive} { shareLink { name } userErrors { message } }`;
  const bad = 'deleteShareLink(input: {id: "x"})';

  it('are all checked, in fragments and inline fragments, too', async () => {
    for (const selection of ['...more', `... { ...more }`, `... on Mutation { bad: ${bad} { deletedId } }`]) {
      const { data, errors } = await world.execute(
        `mutation { ${create('good')} ${selection} ...keep } fragment more on Mutation { bad: ${bad} { deletedId } }
         fragment keep on Mutation { __typename ...more @skip(if: true) }`,
      );
      expect(data).toEqual({ good: null, bad: null, __typename: 'Mutation' });
      expect(errors).toHaveLength(2);
      expect(requestLog).toEqual([]);
    }
  });

  it('are checked only where @skip and @include let them run', async () => {
    const { data, errors } = await world.execute(
      `mutation ($no: Boolean!) { ${create('good')} a: ${bad} @skip(if: true) { deletedId }
        b: ${bad} @include(if: $no) { deletedId } ... @include(if: $no) { c: ${bad} { deletedId } } }`,
      { variables: { no: false } },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ good: { shareLink: { name: 'Preflight' }, userErrors: [] } });
    expect(writes()).toEqual(['shareLinks.create']);
  });

  it('are run once each, however often the same one is asked for under other names', async () => {
    const { data, errors } = await world.execute(`mutation { ${create('a')} ${create('b')} ${create('c')} }`);
    expect(errors).toBeUndefined();
    expect(Object.keys(data)).toEqual(['a', 'b', 'c']);
    expect(writes()).toEqual(Array(3).fill('shareLinks.create'));
  });

  it('are run once where one is selected twice under one name', async () => {
    const { data, errors } = await world.execute(
      `mutation { ${create('a')} a: createShareLink(input: ${linkInput()}) { shareLink { isActive } } ...more }
       fragment more on Mutation { ${create('a')} }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ a: { shareLink: { name: 'Preflight', isActive: true }, userErrors: [] } });
    expect(writes()).toEqual(['shareLinks.create']);
  });

  it('are refused by GET, which promises to change nothing', async () => {
    const query = new URLSearchParams({ query: `mutation { ${create('good')} }` });
    const response = await fetch(`${world.url}/graphql?${query}`, {
      headers: { authorization: 'Bearer sandbox-admin' },
    });
    expect(response.status).toBe(405);
    expect(requestLog).toEqual([]);
  });

  it('are told apart by operation where a document has several', async () => {
    const response = await fetch(`${world.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox-admin' },
      body: JSON.stringify({
        query: `mutation Good { ${create('good')} } mutation Bad { ${create('good')} bad: ${bad} { deletedId } }`,
        operationName: 'Good',
      }),
    });
    expect(await response.json()).toMatchObject({ data: { good: { userErrors: [] } } });
    expect(writes()).toEqual(['shareLinks.create']);
  });
});
