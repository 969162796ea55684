import { gql } from '@urql/core';
import { expect, it } from 'vitest';
import { gateway, tokens } from '../support/gateway.ts';
import { recordingFetch } from '../support/recording-fetch.ts';
import { createClient } from './client.ts';

it('has a user for queries that select different fields of it, without another request', async () => {
  const { fetch, requests } = recordingFetch();
  const client = createClient(gateway.url, tokens.admin, fetch);
  const read = async (fields: string) => {
    const query = gql`query ($id: ID!) { node(id: $id) { id ... on ChangeRequest { createdBy { ${fields} } } } }`;
    return (await client.query(query, { id: gateway.changeRequestIds.urql })).data;
  };
  const first = await read('displayName');
  await read('restId');
  expect(await read('displayName')).toEqual(first);
  expect(requests).toHaveLength(2);
});
