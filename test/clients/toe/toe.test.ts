import { expect, it } from 'vitest';
import { OrganizationsDocument, VisibleSitesDocument } from '../generated/strict/graphql.ts';
import { createClient } from '../graphql-request/client.ts';
import { gateway, tokens } from '../support/gateway.ts';
import { read } from './read.ts';

it('reads data without errors as they are', async () => {
  const data = await read(createClient(gateway.url, tokens.admin, 'all'), OrganizationsDocument, {});
  expect(data.organizations.nodes[0].title).toBe('Halcyon Freight Systems');
});

it('throws the error of a field when the field is read, and no earlier', async () => {
  const data = await read(createClient(gateway.url, tokens.guest, 'all'), VisibleSitesDocument, {});
  const [organization] = data.organizations.nodes;
  expect(organization.title).toBe('Halcyon Freight Systems');
  expect(() => organization.sites.nodes[0].title).toThrow(
    expect.objectContaining({ extensions: expect.objectContaining({ code: 'FORBIDDEN' }) }),
  );
});
