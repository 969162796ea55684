import type { Logger } from 'pino';
import type { InvalidRecords } from '../../engine/engine.ts';
import { withTimeout } from '../with-timeout.ts';
import { invalidRecords } from './invalidation-body.ts';

/**
 * Names the records that an event of a webhook is about, by their GraphQL types and their ids in the REST service. An empty list
 * invalidates nothing, undefined everything.
 */
// biome-ignore lint/suspicious/noExplicitAny: the function knows what its service sends
export type WebhookMapping = (event: any) => InvalidRecords | Promise<InvalidRecords>;

/** A function that waits for something has this time, in milliseconds. */
const timeoutMs = 5_000;

/** The records that a function names. Where it fails, or names none that there can be, anything may have changed. */
export async function recordsOf(event: unknown, mapping: WebhookMapping, logger: Logger): Promise<InvalidRecords> {
  try {
    const pending = Promise.resolve(mapping(event));
    const records = await withTimeout(pending, timeoutMs, () => new Error('The function did not settle in time.'));
    return records === undefined ? undefined : invalidRecords.parse(records);
  } catch (error) {
    logger.error({ err: error }, 'the function "webhook" failed: everything is invalidated');
    return undefined;
  }
}
