import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { InvalidRecords } from '../../../engine/engine.ts';
import { HttpError } from '../../http/http-errors.ts';
import type { RequestOrigin } from '../../http/http-messages.ts';
import { jsonIn } from '../../http/json-in.ts';
import { onResponseClose } from '../../http/response-close.ts';
import type { Settings } from '../../settings/settings.ts';
import type { WebhookMapping } from '../../settings/webhook-mapping.ts';
import { originOf } from '../origin-of.ts';
import { invalidateByBody } from './invalidation-body.ts';
import { recordsOf } from './mapped-records.ts';
import { type Place, RequestBound } from './request-bound.ts';
import { Secret } from './secret.ts';
import { type ClaimedSignature, WebhookSignature } from './webhook-signature.ts';

export interface ChangeRoutesOptions {
  /** Invalidates records in all processes; everything, where none are given. Rejects with a TypeError for an unknown type. */
  readonly invalidate: (records: InvalidRecords) => Promise<void>;
  /** Left out: each webhook invalidates everything. */
  readonly mapping: WebhookMapping | undefined;
  /** Counts a request. Rejects with an HttpError where it is one too many. */
  readonly admit: (source: RequestOrigin) => Promise<void>;
  /** The address under which a request is counted. */
  readonly addressOf: (source: RequestOrigin) => string;
  readonly logger: Logger;
}

const maxBodyBytes = 262_144;
/** For each of the paths. */
const bounds = { atOnce: 64, atOnceOfAddress: 16, perSecond: 100 };

const signatures = new WeakMap<FastifyRequest, ClaimedSignature>();
const places = new WeakMap<FastifyRequest, Place>();

/**
 * A Fastify plugin that is told of changes which were made without the gateway: `POST /cache/invalidate` by who has a secret, and
 * `POST /cache/webhook` by a service that signs. Each exists only where its secret is set.
 */
export function changeRoutes(settings: Settings, options: ChangeRoutesOptions) {
  const { cacheInvalidationSecret, cacheWebhookSecret } = settings;
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    app.addHook('onRequest', (request) => options.admit(originOf(request)));
    if (cacheInvalidationSecret !== undefined) {
      addInvalidation(app, new Secret(cacheInvalidationSecret), options);
    }
    if (cacheWebhookSecret !== undefined) {
      addWebhook(app, new WebhookSignature(cacheWebhookSecret, settings), options);
    }
  };
}

function addInvalidation(app: FastifyInstance, secret: Secret, { invalidate, addressOf }: ChangeRoutesOptions): void {
  const bound = new RequestBound(bounds);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!secret.isIn(request.headers.authorization)) {
      const challenge = { 'www-authenticate': 'Bearer', connection: 'close' };
      throw new HttpError(
        401,
        'UNAUTHENTICATED',
        'This path needs the secret of the cache as bearer token.',
        challenge,
      );
    }
    bound.accept();
    enter(bound, addressOf(originOf(request)), reply);
  };
  const preHandler = arrival(bound);
  app.post('/cache/invalidate', { onRequest, preHandler }, async ({ body }, reply) => {
    await invalidateByBody(jsonIn(bytesOf(body).toString()), invalidate);
    return reply.code(204).send();
  });
}

function addWebhook(
  app: FastifyInstance,
  signature: WebhookSignature,
  { invalidate, addressOf, mapping, logger }: ChangeRoutesOptions,
): void {
  const bound = new RequestBound(bounds);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const claimed = signature.claimedIn(request.headers);
    if (claimed === undefined) throw unsigned();
    signatures.set(request, claimed);
    enter(bound, addressOf(originOf(request)), reply);
  };
  const preHandler = arrival(bound);
  app.post('/cache/webhook', { onRequest, preHandler }, async (request, reply) => {
    const bytes = bytesOf(request.body);
    if (!signature.isOf(signatures.get(request) as ClaimedSignature, bytes)) throw unsigned();
    bound.accept();
    const records = mapping && (await recordsOf(jsonIn(bytes.toString()), mapping, logger));
    await invalidate(records).catch(async (error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      logger.error({ err: error }, 'the function "webhook" named no record: everything is invalidated');
      await invalidate(undefined);
    });
    return reply.code(204).send();
  });
}

/** The place of a request is free again when its response has ended, or its connection. */
function enter(bound: RequestBound, address: string, reply: FastifyReply): void {
  const { request, raw } = reply;
  const place = bound.enter(address, (error) => void reply.send(error));
  places.set(request, place);
  onResponseClose(request.raw, raw, () => bound.leave(place));
}

/** A hook that notes that the body of a request has arrived. */
function arrival(bound: RequestBound) {
  return async (request: FastifyRequest): Promise<void> => bound.arrived(places.get(request) as Place);
}

function unsigned(): HttpError {
  return new HttpError(401, 'BAD_SIGNATURE', 'The webhook has no valid signature.', { connection: 'close' });
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
