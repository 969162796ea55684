import type { InvalidRecords } from '../../engine/engine.ts';

/**
 * Names the records that an event of a webhook is about, by their GraphQL types and their ids in the REST service. An empty list
 * invalidates nothing, undefined everything.
 */
// biome-ignore lint/suspicious/noExplicitAny: the function knows what its service sends
export type WebhookMapping = (event: any) => InvalidRecords | Promise<InvalidRecords>;
