import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { InvalidRecords, SdlForm } from '../engine/engine.ts';
import type { LoadedDocuments } from './admission/trusted-documents/loaded-documents.ts';
import type { DocumentsSource } from './admission/trusted-documents/trusted-documents.ts';
import type { MetricFamily } from './observation/metrics/family.ts';
import type { ReadinessState } from './runtime/probes.ts';
import type { FastifyPluginOptions } from './transport/adapters/fastify.ts';
import type { FetchInfo } from './transport/adapters/fetch.ts';
import type { ExecuteRequest, ExecuteResult } from './transport/adapters/in-process.ts';

/** What `createGateway` creates. */
export interface Gateway {
  /** The executable schema, with the embedder's extension. Its resolvers work only inside the gateway. */
  schema: GraphQLSchema;
  /**
   * The SDL for tools, with the embedder's extension and all applied directives. `strict`: what `@semanticNonNull` marks is
   * non-null, for clients that throw on field errors. `2018`: for tools that know only the specification of June 2018.
   */
  sdl(form?: SdlForm): string;
  /** Executes an operation in process. Errors are in the result; it rejects only for variables that are no JSON. */
  execute: <Data = Record<string, unknown>>(request: ExecuteRequest) => Promise<ExecuteResult<Data>>;
  /** Answers a `Request`: for Hono, route handlers of Next.js, Deno, Bun. */
  fetch: (request: Request, info?: FetchInfo) => Promise<Response>;
  /** Answers a request of `node:http`; also a middleware for Express. Like `fetch`, it leaves the path to its caller. */
  handler: RequestListener;
  /** A Fastify plugin: `app.register(gateway.plugin, { prefix: '/api', path: '/graphql' })`. */
  plugin: FastifyPluginAsync<FastifyPluginOptions>;
  /**
   * Starts the gateway's own server on `HOST` and `PORT` of the settings, with GraphQL, explorer and health below `BASE_PATH`.
   * Resolves to its base URL, without a slash at the end; rejects where it cannot listen.
   */
  listen(): Promise<string>;
  /**
   * For several processes: starts the gateway's own server without a port. Resolves to the function that serves a connection which
   * another process has accepted, and of which nothing has been read.
   */
  listenWithoutPort(): Promise<(connection: Socket) => void>;
  /**
   * For several processes: another one has ended a write, so that later reads must not get earlier responses: those with the records
   * that it has changed, or all. What both share in Redis is invalidated already. Throws a TypeError for an unknown type.
   */
  invalidateReads(records?: InvalidRecords): void;
  /**
   * The records have changed without this gateway: no later read gets an earlier response that holds them, or that is below their
   * path. Without records, or where responses are not tagged with a type's records, everything is invalidated. Rejects with a
   * TypeError for an unknown type.
   */
  invalidate(records?: InvalidRecords): Promise<void>;
  /**
   * Metrics of this gateway and its process in the text format of Prometheus, for an embedder's own server. Empty where
   * none of `METRICS`, `METRICS_PORT` and `ADMIN_PORT` is set.
   */
  metrics(): Promise<string>;
  /** The same as plain JSON: for several processes, whose metrics become one text. */
  collectMetrics(): MetricFamily[];
  /** Whether requests should be sent to this gateway, for a health check of the embedder: what `/readyz` tells. Never rejects. */
  readiness(): Promise<ReadinessState>;
  /**
   * From now on `readiness` and `/readyz` tell that the gateway is not ready, and responses close the connections that are open; requests
   * are still handled. Call it some seconds before `close`, so that load balancers notice before the gateway stops listening.
   */
  announceShutdown(): void;
  /**
   * Replaces the trusted documents by those of the path or object, or by what is now at the path that they came from. Documents
   * with the same text stay compiled. Rejects where one of them is invalid, or where none are trusted; nothing is then changed.
   */
  reloadTrustedDocuments(documents?: DocumentsSource): Promise<void>;
  /** Which trusted documents are in use; undefined where none are trusted. */
  trustedDocuments(): LoadedDocuments | undefined;
  /**
   * For several processes: whether the service may still execute a write whose outcome is not known. Where it is so after `close`, call
   * `invalidate` in the others at once, and 1, 5 and 30 seconds later: this gateway tells them of nothing more.
   */
  hasUnfinishedWrites(): boolean;
  /** Stops listening, waits for the requests in flight, and closes all connections. May be called again. */
  close(): Promise<void>;
  /** After `close`: whether the gateway's own server has aborted requests, as they were not complete within `SHUTDOWN_TIMEOUT`. */
  hasAbortedRequests(): boolean;
}
