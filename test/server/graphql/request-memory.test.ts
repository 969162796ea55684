import { expect, it } from 'vitest';
import { Cancellation } from '../../../src/engine/http/cancellation.ts';
import { Memory } from '../../../src/engine/memory/memory.ts';
import type { ClientPlaces } from '../../../src/server/admission/rate-limits/client-places.ts';
import { memoryFor } from '../../../src/server/graphql/request-memory.ts';
import type { GraphQLRequest } from '../../../src/server/http/http-messages.ts';

/** A body for which a request claims 3.3 MB. */
const request: GraphQLRequest = { method: 'POST', search: '', headers: {}, body: Buffer.alloc(30_000, 'x') };

const placesAt = (address: string) => ({ addressOf: () => address }) as unknown as ClientPlaces;

/** How many of three such requests get memory at once, of 10 MB. */
async function grantedAt(address: string): Promise<number> {
  const memory = new Memory(10_000_000);
  const places = placesAt(address);
  const cancellation = new Cancellation();
  const claims = Array.from({ length: 3 }, () => memoryFor({ ...request, cancellation }, { memory, places }));
  await new Promise(setImmediate);
  // What waits is rejected.
  cancellation.cancel();
  const outcomes = await Promise.allSettled(claims);
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

it('large requests of one address take half of the memory', async () => {
  expect(await grantedAt('192.0.2.1')).toBe(1);
});

it('large requests without an address take all of it', async () => {
  expect(await grantedAt('')).toBe(3);
});

it('a client that leaves while it waits is no overload', async () => {
  const memory = new Memory(1);
  memory.claimForExecution({ onMemory: () => {}, onNoMemory: () => {}, mayBeRejected: false }).take(1);
  const cancellation = new Cancellation();
  const waiting = memoryFor({ ...request, cancellation }, { memory, places: placesAt('192.0.2.1') });
  cancellation.cancel();
  await expect(waiting).rejects.toMatchObject({ status: 499, reason: 'CANCELLED' });
});
