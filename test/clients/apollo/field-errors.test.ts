import { ApolloLink } from '@apollo/client';
import { FieldError, FieldErrors } from 'docgraph/client';
import { expect, it } from 'vitest';
import { VisibleSitesDocument } from '../generated/strict/graphql.ts';
import { gateway, tokens } from '../support/gateway.ts';
import { createClient } from './client.ts';
import { recordErrors } from './field-errors.ts';

it('throws where a failed field is read from the cache, until a later result has it', async () => {
  const fieldErrors = new FieldErrors();
  const client = createClient(gateway.url, tokens.guest);
  const { link } = client;
  client.setLink(ApolloLink.from([recordErrors(fieldErrors), link]));
  const operation = { query: VisibleSitesDocument };
  const read = async (fetchPolicy: 'cache-first' | 'network-only') => {
    const { data } = await client.query({ ...operation, fetchPolicy, errorPolicy: 'all' });
    if (!data) throw new Error('There is no data.');
    return fieldErrors.guard(operation, data).organizations.nodes[0];
  };
  for (const fetchPolicy of ['network-only', 'cache-first'] as const) {
    const organization = await read(fetchPolicy);
    expect(organization.title).toBe('Halcyon Freight Systems');
    expect(() => organization.sites).toThrow(FieldError);
  }
  client.setLink(ApolloLink.from([recordErrors(fieldErrors), createClient(gateway.url, tokens.admin).link]));
  expect((await read('network-only')).sites.nodes[0].title).toBe('Halcyon Docs');
  expect((await read('cache-first')).sites.nodes[0].title).toBe('Halcyon Docs');
});
