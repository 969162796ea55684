import { z } from 'zod';
import type { InvalidRecords } from '../../../engine/engine.ts';
import { HttpError } from '../../http/http-errors.ts';

const record = z.strictObject({ type: z.string().max(100), id: z.string().min(1).max(1000) });

/** Records as an embedder, an operator or a webhook names them. */
export const invalidRecords = z.array(record).max(1000);

const invalidationBody = z.union([
  z.strictObject({ records: invalidRecords.min(1) }),
  z.strictObject({ all: z.literal(true) }),
]);

/** Invalidates what the body of a `POST /cache/invalidate` names. Throws an HttpError for what is none. */
export async function invalidateByBody(
  body: unknown,
  invalidate: (records: InvalidRecords) => Promise<void>,
): Promise<void> {
  const { success, data } = invalidationBody.safeParse(body);
  if (!success) {
    const message = 'It takes {"records": [{"type": "Space", "id": "…"}]} or {"all": true}.';
    throw new HttpError(400, 'BAD_REQUEST', message);
  }
  await invalidate('records' in data ? data.records : undefined).catch((error: unknown) => {
    throw error instanceof TypeError ? new HttpError(422, 'UNKNOWN_TYPE', error.message) : error;
  });
}
