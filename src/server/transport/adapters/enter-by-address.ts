import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressAdmission } from '../../admission/rate-limits/address-admission.ts';
import { onResponseClose } from '../../http/response-close.ts';
import { declaredLength } from './read-body.ts';

/**
 * A hook of Fastify for `onRequest`: nothing of the body is read until the request may enter. `done` gets an HttpError for a request that
 * has waited for too long.
 */
export function enterByAddress(
  addresses: AddressAdmission,
  { raw, headers, socket }: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const entry = addresses.entry({ headers, address: socket?.remoteAddress }, declaredLength(raw));
  const hasEntered = addresses.tryEnter(entry);
  if (!hasEntered) addresses.wait(entry, done, done);
  onResponseClose(raw, reply.raw, () => addresses.end(entry));
  if (hasEntered) done();
}
