import { gql, InMemoryCache } from '@apollo/client';
import { possibleTypes, typePolicies } from 'docgraph/client';
import { afterEach, expect, it, vi } from 'vitest';
import { gateway, tokens } from '../support/gateway.ts';
import { recordingFetch } from '../support/recording-fetch.ts';
import { createClient } from './client.ts';

const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});

afterEach(() => expect(complaints.mock.calls).toEqual([]));

const selecting = (fields: string) => gql`query ($id: ID!) { node(id: $id) { id ... on ChangeRequest { ${fields} } } }`;

it.each([
  ['a user', 'createdBy { displayName }', 'createdBy { restId }'],
  ['addresses', 'urls { app }', 'urls { location }'],
  ['a list of parts', 'pageList { depth }', 'pageList { page { id } }'],
])('sends queries once each that select different fields of %s', async (_, one, other) => {
  const { fetch, requests } = recordingFetch();
  const client = createClient(gateway.url, tokens.admin, fetch);
  const variables = { id: gateway.changeRequestIds.apollo };
  const mounted = [one, other].map((fields) => client.watchQuery({ query: selecting(fields), variables }));
  for (const query of mounted) query.subscribe({});
  const states = () => mounted.map((query) => query.getCurrentResult().dataState);
  await expect.poll(states).toEqual(['complete', 'complete']);
  for (const query of mounted) await query.refetch();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(states()).toEqual(['complete', 'complete']);
  expect(requests).toHaveLength(4);
  client.stop();
});

const restId = 'restId';
const displayName = 'displayName';
const email = 'email';

it.each([
  ['joins one user', { restId: 'a' }, { displayName: 'A' }, { restId: 'a', displayName: 'A' }],
  [
    'joins a user of one REST id',
    { restId: 'a', email },
    { restId: 'a', displayName },
    { restId: 'a', email, displayName },
  ],
  [
    'keeps a new name',
    { restId, displayName: 'A', email },
    { restId, displayName: 'B' },
    { restId, displayName: 'B', email },
  ],
  [
    'replaces another user',
    { restId: 'a', displayName, email },
    { restId: 'b', displayName },
    { restId: 'b', displayName },
  ],
  ['replaces a user of another name', { displayName: 'A', email }, { displayName: 'B' }, { displayName: 'B' }],
])('%s', (_, first, second, expected) => {
  const cache = new InMemoryCache({ possibleTypes, typePolicies });
  for (const user of [first, second]) {
    cache.writeQuery({
      query: gql`{ comment { id resolvedBy { ${Object.keys(user).join(' ')} } } }`,
      data: { comment: { __typename: 'SpaceComment', id: 'c', resolvedBy: { __typename: 'User', ...user } } },
    });
  }
  expect(cache.extract()['SpaceComment:c']?.resolvedBy).toEqual({ __typename: 'User', ...expected });
});

it('keeps nothing of the parts of a former revision', () => {
  const cache = new InMemoryCache({ possibleTypes, typePolicies });
  const write = (restId: string, urls: object) =>
    cache.writeQuery({
      query: gql`{ space { id revision { restId urls { ${Object.keys(urls).join(' ')} } } } }`,
      data: {
        space: {
          __typename: 'Space',
          id: 's',
          revision: { __typename: 'Revision', restId, urls: { __typename: 'RevisionUrls', ...urls } },
        },
      },
    });
  const urls = () => (cache.extract()['Space:s']?.revision as { urls: object } | undefined)?.urls;
  write('one', { public: 'public one' });
  write('one', { app: 'app one' });
  expect(urls()).toMatchObject({ public: 'public one', app: 'app one' });
  write('two', { app: 'app two' });
  expect(urls()).toEqual({ __typename: 'RevisionUrls', app: 'app two' });
});

it('has a list of parts for each value that a fragment of it uses', () => {
  const cache = new InMemoryCache({ possibleTypes, typePolicies });
  const query = gql`
    query ($isShort: Boolean!) { space { id pageList { ...Item } } }
    fragment Item on PageListItem { depth page @skip(if: $isShort) { id } }
  `;
  const item = { __typename: 'PageListItem', depth: 1 };
  const write = (isShort: boolean, of: object) => {
    const data = { space: { __typename: 'Space', id: 's', pageList: [of] } };
    cache.writeQuery({ query, variables: { isShort }, data });
    return data;
  };
  const long = write(false, { ...item, page: { __typename: 'Page', id: 'p' } });
  const short = write(true, item);
  expect(cache.readQuery({ query, variables: { isShort: false } })).toEqual(long);
  expect(cache.readQuery({ query, variables: { isShort: true } })).toEqual(short);
});
