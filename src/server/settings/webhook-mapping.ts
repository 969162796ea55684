import type { InvalidRecords } from '../../engine/engine.ts';

/**
 * Names the records that an event of a webhook is about, by their GraphQL types and their ids in the REST service. An empty list
 * invalidates nothing, undefined everything. The event is any JSON: a function states the type that its service sends, such as
 * `(event: { type: string }) => …`, and fails for another one, which invalidates everything.
 */
export type WebhookMapping = Mapping['records'];

/** Of a method, TypeScript does not compare the type of the parameter with the one that a function states. */
interface Mapping {
  records(event: unknown): InvalidRecords | Promise<InvalidRecords>;
}
