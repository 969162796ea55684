import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { InvalidRecords } from '../../../engine/engine.ts';
import type { AddressAdmission } from '../../admission/rate-limits/address-admission.ts';
import { HttpError } from '../../http/http-errors.ts';
import type { RequestOrigin } from '../../http/http-messages.ts';
import { jsonIn } from '../../http/json-in.ts';
import { TimeWindow } from '../../runtime/time-window.ts';
import { withTimeout } from '../../runtime/with-timeout.ts';
import type { Settings } from '../../settings/settings.ts';
import type { WebhookMapping } from '../../settings/webhook-mapping.ts';
import { enterByAddress } from '../adapters/enter-by-address.ts';
import type { PendingBodies } from '../adapters/pending-bodies.ts';
import { lengthOf, readBody } from '../adapters/read-body.ts';
import { originOf } from '../origin-of.ts';
import { invalidateByBody, invalidRecords } from './invalidation-body.ts';
import { type ClaimedSignature, WebhookSignature } from './webhook-signature.ts';

export interface ChangeRoutesOptions {
  /** Invalidates records in all processes; everything, where none are given. Rejects with a TypeError for an unknown type. */
  readonly invalidate: (records: InvalidRecords) => Promise<void>;
  /** Left out: each webhook invalidates everything. */
  readonly mapping: WebhookMapping | undefined;
  /** Counts a request. Rejects with an HttpError where it is one too many. */
  readonly admit: (source: RequestOrigin) => Promise<void>;
  readonly addresses: AddressAdmission;
  readonly bodies: PendingBodies;
  readonly logger: Logger;
}

const maxBodyBytes = 262_144;
/** Most requests to each of the paths that have an effect in a second. */
const maxPerSecond = 100;

const signatures = new WeakMap<FastifyRequest, ClaimedSignature>();

/**
 * A Fastify plugin that is told of changes which were made without the gateway: `POST /cache/invalidate` by who has a secret, and
 * `POST /cache/webhook` by a service that signs. Each exists only where its secret is set.
 */
export function changeRoutes(settings: Settings, options: ChangeRoutesOptions) {
  const { cacheInvalidationSecret, cacheWebhookSecret } = settings;
  const { addresses, bodies } = options;
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', ({ headers }, payload, done) => {
      const complete = (body: Buffer) => done(null, body);
      readBody(payload, lengthOf(headers), maxBodyBytes, bodies, { complete, reject: done });
    });
    app.addHook('onRequest', (request, reply, done) => enterByAddress(addresses, request, reply, done));
    app.addHook('onRequest', (request) => options.admit(originOf(request)));
    if (cacheInvalidationSecret !== undefined) {
      addInvalidation(app, new Secret(cacheInvalidationSecret), options);
    }
    if (cacheWebhookSecret !== undefined) {
      addWebhook(app, new WebhookSignature(cacheWebhookSecret, settings), options);
    }
  };
}

function addInvalidation(app: FastifyInstance, secret: Secret, { invalidate }: ChangeRoutesOptions): void {
  const accept = acceptance();
  const onRequest = async (request: FastifyRequest) => {
    if (!secret.isIn(request.headers.authorization)) {
      const challenge = { 'www-authenticate': 'Bearer', connection: 'close' };
      throw new HttpError(
        401,
        'UNAUTHENTICATED',
        'This path needs the secret of the cache as bearer token.',
        challenge,
      );
    }
    accept();
  };
  app.post('/cache/invalidate', { onRequest }, async ({ body }, reply) => {
    await invalidateByBody(jsonIn(bytesOf(body).toString()), invalidate);
    return reply.code(204).send();
  });
}

function addWebhook(
  app: FastifyInstance,
  signature: WebhookSignature,
  { invalidate, mapping, logger }: ChangeRoutesOptions,
): void {
  const accept = acceptance();
  const onRequest = async (request: FastifyRequest) => {
    const claimed = signature.claimedIn(request.headers);
    if (claimed === undefined) throw unsigned();
    signatures.set(request, claimed);
  };
  app.post('/cache/webhook', { onRequest }, async (request, reply) => {
    const bytes = bytesOf(request.body);
    if (!signature.isOf(signatures.get(request) as ClaimedSignature, bytes)) throw unsigned();
    accept();
    const records = mapping && (await recordsOf(jsonIn(bytes.toString()), mapping, logger));
    await invalidate(records).catch(async (error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      logger.error({ err: error }, 'the function "webhook" named no record: everything is invalidated');
      await invalidate(undefined);
    });
    return reply.code(204).send();
  });
}

/** Counts a request that has proved where it comes from: no others count. The function throws an HttpError for one too many. */
function acceptance(): () => void {
  const accepted = new TimeWindow(maxPerSecond, 1000);
  return () => {
    if (accepted.take(1)) return;
    const message = 'Too many requests of this kind. Send it again later.';
    throw new HttpError(429, 'TOO_MANY_REQUESTS', message, { 'retry-after': '1' });
  };
}

function unsigned(): HttpError {
  return new HttpError(401, 'BAD_SIGNATURE', 'The webhook has no valid signature.', { connection: 'close' });
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** A function that waits for something has this time, in milliseconds. */
const timeoutMs = 5_000;

/** The records that a function names. Where it fails, or names none that there can be, anything may have changed. */
async function recordsOf(event: unknown, mapping: WebhookMapping, logger: Logger): Promise<InvalidRecords> {
  try {
    const pending = Promise.resolve(mapping(event));
    const records = await withTimeout(pending, timeoutMs, () => new Error('The function did not settle in time.'));
    return records === undefined ? undefined : invalidRecords.parse(records);
  } catch (error) {
    logger.error({ err: error }, 'the function "webhook" failed: everything is invalidated');
    return undefined;
  }
}

/** Compares texts with a secret, in a time that tells nothing of it. */
class Secret {
  readonly #digest: Buffer;

  constructor(secret: string) {
    this.#digest = digestOf(secret);
  }

  /** Whether an `Authorization` header has the secret as its bearer token. */
  isIn(authorization: string | undefined): boolean {
    const [, token] = /^Bearer ([\x21-\x7e]{1,1024})$/i.exec(authorization ?? '') ?? [];
    return token !== undefined && timingSafeEqual(digestOf(token), this.#digest);
  }
}

/** Digests have one length, whatever that of the texts is. */
function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
