import { expect } from 'vitest';
import type { Operation } from '../../src/engine/contract/operation.ts';
import { organizations } from '../../src/resources/organizations/contract.ts';
import { startWorld } from './gateway.ts';
import { missing, mutations } from './mutations.ts';
import { restCalls } from './sandbox-calls.ts';
import { everyField } from './selections.ts';

/** A mutation whose payload holds the record that it changed. */
interface Change {
  operation: Operation;
  name: string;
  input: Readonly<Record<string, unknown>>;
  /** The payload's field with the record, and the record's type. */
  field: string;
  type: string;
  token?: string;
}

export type MutationWorld = Awaited<ReturnType<typeof startMutationWorld>>;

/** A gateway in front of a sandbox of its own, its mutations, and what tells whether they were carried out. */
export async function startMutationWorld() {
  const world = await startWorld();
  const rest = restCalls(world.sandboxUrl);
  const run = mutations(world);
  const [first, second] = await rest.items(organizations.list);

  /** What a request of its own reads of a record; null where there is none, or none that the token may see. */
  async function read(type: string, id: string, selection = everyField(type), token?: string) {
    const query = `query ($id: ID!) { node(id: $id) { ... on ${type} ${selection} } }`;
    const { data, errors } = await world.ask(query, { variables: { id }, ...(token !== undefined && { token }) });
    expect(errors).toBeUndefined();
    return data.node;
  }

  /** A change that must be done: all fields of its record come with the answer, and are what a later request reads. */
  async function changed({ operation, name, input, field, type, token }: Change) {
    const { payload, reads } = await run.done(operation, name, input, `${field} ${everyField(type)}`, token);
    expect(reads).toEqual([]);
    expect(await read(type, payload[field].id)).toEqual(payload[field]);
    return payload[field];
  }

  /** A deletion that must be done: nothing is read for it, the record is not there any more, and can't be deleted again. */
  async function deleted(operation: Operation, name: string, id: string) {
    expect(await run.done(operation, name, { id }, 'deletedId')).toEqual({ payload: { deletedId: id }, reads: [] });
    expect(await read('Node', id, '{ id }')).toBeNull();
    expect(await run.failed(name, { id })).toMatchObject(missing(operation));
  }

  return { ...world, rest, run, home: first?.id ?? '', abroad: second?.id ?? '', read, changed, deleted };
}

/** What an input gets that names a record of another type, or one that stands elsewhere: refused without a call. */
export const wrongId = { extensions: { code: 'BAD_USER_INPUT' }, calls: [] };

/** What a service gets to say of an input that the gateway could not know to be wrong. */
export const invalid = { field: null, code: 'INVALID' };
