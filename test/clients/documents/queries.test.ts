import { readFileSync } from 'node:fs';
import { type DocumentNode, print } from 'graphql';
import { fetchQuery, type GraphQLTaggedNode } from 'relay-runtime';
import { describe, expect, it } from 'vitest';
import { createClient as createApollo } from '../apollo/client.ts';
import RelayOrganizationSites from '../generated/relay/OrganizationSites.graphql.ts';
import RelayOrganizations from '../generated/relay/Organizations.graphql.ts';
import RelaySiteStructure from '../generated/relay/SiteStructure.graphql.ts';
import {
  OrganizationSitesDocument,
  OrganizationsDocument,
  SiteStructureDocument,
} from '../generated/strict/graphql.ts';
import { OrganizationSites, Organizations, SiteStructure } from '../generated/tada-documents.ts';
import { createClient as createRequest } from '../graphql-request/client.ts';
import { createEnvironment } from '../relay/environment.ts';
import { gateway, tokens } from '../support/gateway.ts';
import { createClient as createUrql } from '../urql/client.ts';

const { url, organizationId, siteId } = gateway;

/** An operation of the file, as the generators give it to the clients. */
interface Operation {
  variables: Record<string, string>;
  preset: DocumentNode;
  tada: DocumentNode;
  relay: GraphQLTaggedNode;
}

const operations: Record<string, Operation> = {
  Organizations: { variables: {}, preset: OrganizationsDocument, tada: Organizations, relay: RelayOrganizations },
  OrganizationSites: {
    variables: { organizationId },
    preset: OrganizationSitesDocument,
    tada: OrganizationSites,
    relay: RelayOrganizationSites,
  },
  SiteStructure: {
    variables: { siteId },
    preset: SiteStructureDocument,
    tada: SiteStructure,
    relay: RelaySiteStructure,
  },
};

const clients: Record<string, (operation: Operation) => Promise<unknown>> = {
  'Apollo Client': async ({ preset, variables }) =>
    (await createApollo(url, tokens.admin).query({ query: preset, variables })).data,
  urql: async ({ preset, variables }) => (await createUrql(url, tokens.admin).query(preset, variables)).data,
  Relay: ({ relay, variables }) => fetchQuery(createEnvironment(url, tokens.admin), relay, variables).toPromise(),
  'graphql-request': ({ preset, variables }) => createRequest(url, tokens.admin).request(print(preset), variables),
  'gql.tada': ({ tada, variables }) => createRequest(url, tokens.admin).request(print(tada), variables),
};

describe.each(Object.entries(operations))('%s', (name, operation) => {
  it.each(Object.entries(clients))('has the same data with %s', async (_client, read) => {
    expect(withoutTypes(await read(operation))).toEqual(await plainData(name, operation));
  });
});

/** The file itself, sent without a client. */
async function plainData(operationName: string, { variables }: Operation): Promise<unknown> {
  const query = readFileSync(new URL('queries.graphql', import.meta.url), 'utf8');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.admin}` },
    body: JSON.stringify({ query, operationName, variables }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  expect(errors).toBeUndefined();
  return withoutTypes(data);
}

/** Some clients add `__typename`, and some give it out. */
function withoutTypes(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data, (name, value) => (name === '__typename' ? undefined : value)));
}
