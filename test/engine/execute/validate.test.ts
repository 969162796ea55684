import { describe, expect, it } from 'vitest';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { mutationDocuments } from '../../support/resources/mutation-documents.ts';

// Before the tests are named, as their tables hold ids.
const { world, ids, requestLog, held, writes, linkInput, threeWith, refusal } = await mutationDocuments();

/** A mutation between two good ones, which must be rejected with one user error. */
async function expectUserError(message: RegExp, mutation: string): Promise<void> {
  const { bad, count } = await refusal(mutation);
  expect(bad.userErrors).toEqual([{ message: expect.stringMatching(message) }]);
  expect(count).toBe(2);
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
    await expectUserError(message, `deleteShareLink(input: {id: "${id}"}) { deletedId userErrors { message } }`);
  });

  it.each([
    ['..', /^The spaceId "\.\." is not a valid id/],
    ['.', /^The spaceId "\." is not a valid id/],
    ['', /^The spaceId is empty/],
    ['a\\u0000b', /is not a valid id/],
  ])('as its plain id can be in no URL: %j', async (id, message) => {
    await expectUserError(message, `createChangeRequest(input: {spaceId: "${id}"}) { userErrors { message } }`);
  });

  it.each([
    ['is too long', `"${'x'.repeat(51)}"`, 'TOO_LONG', 'It must have at most 50 characters.'],
    ['is null', 'null', 'NOT_ALLOWED', 'It cannot be null. Leave it out to keep its value.'],
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
    const bad = 'bad: deleteShareLink(input: {id: "x"}) { userErrors { field } }';
    for (const names of [
      ['bad', 'a', 'b'],
      ['a', 'bad', 'b'],
      ['a', 'b', 'bad'],
    ]) {
      const all = names.map((name) => (name === 'bad' ? bad : good(name)));
      const { data, errors } = await world.execute(`mutation { ${all.join(' ')} }`);
      expect(data).toEqual({ a: null, b: null, bad: { userErrors: [{ field: ['id'] }] } });
      expect(errors).toHaveLength(2);
      expect(requestLog).toEqual([]);
    }
  });

  it('each of several bad ones says what is wrong with it', async () => {
    const { data, errors } = await world.execute(`mutation {
      a: deleteShareLink(input: {id: "x"}) { userErrors { code } }
      b: createShareLink(input: ${linkInput()}) { shareLink { id } }
      c: createShareLink(input: {siteId: "${ids.site}", name: "${'x'.repeat(51)}"}) { userErrors { code } } }`);
    expect(data).toEqual({
      a: { userErrors: [{ code: 'INVALID' }] },
      b: null,
      c: { userErrors: [{ code: 'TOO_LONG' }] },
    });
    expect(errors?.map(({ path, message }) => [path, message])).toEqual([[['b'], held]]);
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
      expect(data).toEqual({ good: null, bad: { deletedId: null }, __typename: 'Mutation' });
      expect(errors).toHaveLength(1);
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
