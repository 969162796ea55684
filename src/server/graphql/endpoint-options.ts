import type { ApolloServer } from '@apollo/server';
import type { Logger } from 'pino';
import type { Memory } from '../../engine/engine.ts';
import type { Authenticator } from '../admission/authentication.ts';
import type { LoadMonitor } from '../admission/load-monitor.ts';
import type { ClientPlaces } from '../admission/rate-limits/client-places.ts';
import type { RateLimits } from '../admission/rate-limits/rate-limits.ts';
import type { Admission } from '../admission/trusted-documents/admission.ts';
import type { ResponseCompression } from '../http/compression.ts';
import type { Cors } from '../http/cors.ts';
import type { Observers } from '../observation/observers.ts';
import type { ServerContext } from '../request/request-state.ts';
import type { FastPath } from './fast-path.ts';
import type { KeptResults } from './kept-results.ts';
import type { RequestStart } from './request-start.ts';
import type { SdlResource } from './sdl-resource.ts';

export interface EndpointOptions {
  apollo: ApolloServer<ServerContext>;
  /** Undefined where every request goes through Apollo. */
  fastPath: FastPath | undefined;
  /** Undefined where no results are kept. */
  keptResults: KeptResults | undefined;
  /** Whether responses tell how long their parts took. */
  timesResponses: boolean;
  /** Whether a GET has to prove that it is of the gateway's own origin: with `UPSTREAM_TOKEN`. */
  needsProof: boolean;
  /** The `Vary` of every response. */
  varyHeader: string;
  start: RequestStart;
  authenticator: Authenticator;
  places: ClientPlaces;
  observers: Observers;
  load: LoadMonitor;
  /** What large requests take together. */
  memory: Memory;
  /** Undefined where no limit is on. */
  rateLimits: RateLimits | undefined;
  /** Undefined where pages of other origins may not send requests. */
  cors: Cors | undefined;
  /** Undefined where responses are sent as they are. */
  compression: ResponseCompression | undefined;
  sdl: SdlResource;
  /** Undefined where no documents are trusted. */
  admission: Admission | undefined;
  /** Whether plugins of the embedder may have changed a response. */
  hasPlugins: boolean;
  /** How long a request may take with the hooks of the embedder's plugins, in milliseconds. */
  pluginTimeoutMs: number;
  logger: Logger;
}
