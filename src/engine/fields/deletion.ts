import type { Endpoint, PathOf } from '../contract/endpoint.ts';
import type { Entity, KeyOf } from '../contract/entity.ts';
import type { Reference } from '../data/reference.ts';
import { globalId, keyOf } from '../relay/global-id.ts';
import type { IdArgument } from '../relay/input-id.ts';
import { type ActionField, action, type PayloadFields } from './action.ts';
import type { Field } from './field-kind.ts';
import { referenceAbove } from './to-one.ts';

/** A kind of records above a path that a payload's field takes. */
type EntityAbove<Path, Value> = Value extends Reference<infer E> ? (Path extends KeyOf<E> ? E : never) : never;

/** An `action` on the record with the input's `id`. Its payload has that id, and under `name` the record above. */
export function deletion<O extends Endpoint, Payload, Name extends keyof PayloadFields<Payload>>(
  endpoint: O,
  entity: Entity<string, PathOf<NoInfer<O>>>,
  name: Name,
  above: EntityAbove<PathOf<NoInfer<O>>, PayloadFields<Payload>[Name]>,
): Field<unknown, { input: { id: IdArgument } }, Payload, ActionField> {
  return action<O, { id: IdArgument }, Payload>(
    endpoint,
    ({ id }) => ({ path: keyOf(entity, id) }),
    ({ path }) => {
      const fields: object = { deletedId: globalId(entity, path), [name]: referenceAbove(above, path) };
      return fields as PayloadFields<Payload>;
    },
  );
}
