import { CombinedGraphQLErrors } from '@apollo/client';
import { throwOnFieldError } from 'docgraph/client';
import { fetchQuery } from 'relay-runtime';
import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../apollo/client.ts';
import OrError, { type VisibleSitesOrError } from '../generated/relay/VisibleSitesOrError.graphql.ts';
import OrThrow, { type VisibleSitesOrThrow } from '../generated/relay/VisibleSitesOrThrow.graphql.ts';
import { VisibleSitesDocument } from '../generated/strict/graphql.ts';
import { createEnvironment } from '../relay/environment.ts';
import { gateway, tokens } from '../support/gateway.ts';
import { withOnError } from './with-on-error.ts';

type OnError = Parameters<typeof withOnError>[0];

const forbidden = { path: ['organizations', 'nodes', 0, 'sites'], extensions: { code: 'FORBIDDEN' } };

const apollo = (onError: OnError, token = tokens.guest) => createClient(gateway.url, token, withOnError(onError));

/** The result with the rest of the data, if there is any. */
const readAll = (onError: OnError) => apollo(onError).query({ query: VisibleSitesDocument, errorPolicy: 'all' });

describe('Apollo Client', () => {
  it.each(['PROPAGATE', 'NULL'] as const)(
    'with %s has the rest of the data, in which the field throws',
    async (onError) => {
      const { data, error } = await readAll(onError);
      if (!CombinedGraphQLErrors.is(error)) throw new Error('There is no error.');
      expect(error.errors).toMatchObject([forbidden]);
      const [organization] = throwOnFieldError({ data, errors: error.errors }).organizations.nodes;
      expect(organization.title).toBe('Halcyon Freight Systems');
      expect(() => organization.sites).toThrow(expect.objectContaining({ name: 'FieldError', code: 'FORBIDDEN' }));
    },
  );

  it('with HALT has the error alone, and caches nothing', async () => {
    const client = apollo('HALT');
    const { data, error } = await client.query({ query: VisibleSitesDocument, errorPolicy: 'all' });
    expect(data ?? undefined).toBeUndefined();
    expect(CombinedGraphQLErrors.is(error) && error.errors).toMatchObject([forbidden]);
    expect(client.readQuery({ query: VisibleSitesDocument })).toBeNull();
  });

  it.each(['PROPAGATE', 'NULL', 'HALT'] as const)('with %s has all data if there is no error', async (onError) => {
    const { data } = await apollo(onError, tokens.admin).query({ query: VisibleSitesDocument });
    expect(data?.organizations.nodes[0].sites.nodes[0].title).toBe('Halcyon Docs');
  });
});

describe('Relay', () => {
  const environment = (onError: OnError, log = vi.fn()) =>
    createEnvironment(gateway.url, tokens.guest, { fetch: withOnError(onError), log });

  it.each(['PROPAGATE', 'NULL'] as const)(
    'with %s has the error where @catch is, and the rest of the data',
    async (onError) => {
      const read = fetchQuery<VisibleSitesOrError>(environment(onError), OrError, {}).toPromise();
      expect((await read)?.organizations?.nodes?.[0]).toMatchObject({
        title: 'Halcyon Freight Systems',
        sites: { ok: false, errors: [{ extensions: { code: 'FORBIDDEN' } }] },
      });
    },
  );

  it.each(['PROPAGATE', 'NULL'] as const)('with %s throws with @throwOnFieldError', async (onError) => {
    const log = vi.fn();
    const read = fetchQuery<VisibleSitesOrThrow>(environment(onError, log), OrThrow, {}).toPromise();
    await expect(read).rejects.toThrow('Unexpected response payload');
    expect(log.mock.calls).toMatchObject([
      [{ kind: 'relay_field_payload.error', error: { extensions: { code: 'FORBIDDEN' } } }],
    ]);
  });

  it('with HALT has no data for @catch either: the request fails', async () => {
    const read = fetchQuery<VisibleSitesOrError>(environment('HALT'), OrError, {}).toPromise();
    await expect(read).rejects.toMatchObject({ source: { errors: [forbidden] } });
  });
});
