import { expect } from 'vitest';
import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { startWorld } from '../gateways/gateway.ts';
import { restCalls } from '../sandbox/sandbox-calls.ts';
import { missing, mutations } from './mutations.ts';
import { everyField } from './selections.ts';

/** A mutation whose payload contains the changed record. */
interface Change {
  endpoint: Endpoint;
  name: string;
  input: Readonly<Record<string, unknown>>;
  /** The payload field with the record, and the record's type. */
  field: string;
  type: string;
  token?: string;
}

export type MutationWorld = Awaited<ReturnType<typeof startMutationWorld>>;

/** Starts a gateway with its own sandbox, and functions that run mutations and verify their effect. */
export async function startMutationWorld(options?: SandboxOptions) {
  const world = await startWorld(options);
  const rest = restCalls(world.sandboxUrl);
  const run = mutations(world);
  const [first, second] = await rest.items(organizations.list);

  /** Reads a record in a separate request; null if it does not exist or the token cannot see it. */
  async function read(type: string, id: string, selection = everyField(type), token?: string) {
    const query = `query ($id: ID!) { node(id: $id) { ... on ${type} ${selection} } }`;
    const { data, errors } = await world.execute(query, { variables: { id }, ...(token !== undefined && { token }) });
    expect(errors).toBeUndefined();
    return data.node;
  }

  /** Runs a change that must succeed: the payload has all fields of the record, equal to those of a later request. */
  async function changed({ endpoint, name, input, field, type, token }: Change) {
    const { payload, reads } = await run.done(endpoint, name, input, `${field} ${everyField(type)}`, token);
    expect(reads).toEqual([]);
    expect(await read(type, payload[field].id)).toEqual(payload[field]);
    return payload[field];
  }

  /** Runs a deletion that must succeed without reads; the record is missing then and cannot be deleted again. */
  async function deleted(endpoint: Endpoint, name: string, id: string) {
    expect(await run.done(endpoint, name, { id }, 'deletedId')).toEqual({ payload: { deletedId: id }, reads: [] });
    expect(await read('Node', id, '{ id }')).toBeNull();
    expect(await run.failed(name, { id })).toMatchObject(missing(endpoint));
  }

  return { ...world, rest, run, home: first?.id ?? '', abroad: second?.id ?? '', read, changed, deleted };
}

/** The expected error for an id of another type or another parent: rejected without a call. */
export const wrongId = [{ field: expect.any(Array), code: 'INVALID', message: expect.stringMatching(/\bid\b/) }];

/** The expected user error for an input that only the service can reject. */
export const invalid = { field: null, code: 'INVALID' };
