import { describe, expect, it } from 'vitest';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { mutationDocuments } from '../../support/resources/mutation-documents.ts';

// Before the tests are named, as their tables hold ids.
const { world, ids, writes, expectError } = await mutationDocuments();

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
    ['a look-up names nothing', inOrganization('openApiSpec(by: { slug: "" }) { id }'), /The slug is empty\.$/],
    [
      'a slug divides a path',
      inOrganization('openApiSpec(by: { slug: "a/b" }) { id }'),
      /The slug "a\/b" is not valid: it contains a character that divides a path\.$/,
    ],
    [
      'a filter names another type',
      inOrganization(`sites(spaceId: "${page}") { totalCount }`),
      /Expected an? Space id, got an? Page id/,
    ],
    [
      'a filter by a user names another type',
      `space { changeRequests(contributorId: "${site}") { totalCount } }`,
      /Expected a Member id, got an? Site id/,
    ],
    [
      'one of several filters names another type',
      `comments(authorIds: ["ok", "${site}"]) { totalCount }`,
      /Expected a Member id, got an? Site id/,
    ],
    [
      'a filter by a page names another type',
      `comments(targetPageId: "${site}") { totalCount }`,
      /Expected an? Page id, got an? Site id/,
    ],
    [
      'an owner is another type',
      inOrganization(`teams(ownerId: "${site}") { totalCount }`),
      /Expected a Member id, got an? Site id/,
    ],
    [
      'an argument that is no filter names another type',
      `pdf(pageId: "${site}") { url }`,
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
      comments(first: 1000, authorIds: ["${ids.user}", "plain"]) { totalCount }
      space { search(query: "${'x'.repeat(512)}") { totalCount } comments(first: 0) { totalCount }
        changeRequests(contributorId: "${ids.user}") { totalCount }
        organization { sites(spaceId: "${ids.space}") { totalCount } } }`)} }`,
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
    const depth = 7;
    const fragments = Array.from(
      { length: depth },
      (_, i) =>
        `fragment f${i} on ChangeRequest { a: page(id: "p") { content { ...f${i + 1} } } b: page(id: "p") { content { ...f${i + 1} } } }`,
    );
    const last = `fragment f${depth} on ChangeRequest { ${tooMany} }`;
    await expectError(first(1001), open('...f0'), { fragments: [...fragments, last].join('\n') });
  });
});
