import type { Logger } from 'pino';
import type { InvalidRecords } from '../../../engine/engine.ts';
import { withTimeout } from '../../runtime/with-timeout.ts';
import type { WebhookMapping } from '../../settings/webhook-mapping.ts';
import { invalidRecords } from './invalidation-body.ts';

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
