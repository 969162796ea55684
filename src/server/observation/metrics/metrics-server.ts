import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { notCached } from '../../http/http-errors.ts';
import { toOriginForm } from '../../http/origin-form.ts';
import { ignoreFailedAccepts } from '../../runtime/failed-accepts.ts';
import { type Probed, probes } from '../../runtime/probes.ts';
import { serverUrl } from '../../runtime/server-url.ts';
import { metricsType } from './exposition.ts';

export interface MetricsServerOptions {
  host: string;
  port: number;
  /** The metrics in the text format of Prometheus. */
  read: () => Promise<string>;
  probed: Probed;
  logger: Pick<Logger, 'error'>;
}

/** A request has this time to arrive, in milliseconds. */
const requestTimeoutMs = 5000;

/** Prometheus has a connection for each server that scrapes, and a probe has one. */
const maxConnections = 32;

/**
 * Serves `/metrics`, `/healthz` and `/readyz`, and nothing else, on a port of its own. It has connections of its own, so that probes
 * get responses where the gateway accepts no more.
 */
export class MetricsServer {
  readonly #options: MetricsServerOptions;
  readonly #responses: ReturnType<typeof responsesOf>;
  readonly #server: Server;

  constructor(options: MetricsServerOptions) {
    this.#options = options;
    this.#responses = responsesOf(options);
    const timeouts = {
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / 4,
    };
    this.#server = createServer(timeouts, (request, response) => void this.#answer(request, response));
    this.#server.maxConnections = maxConnections;
    ignoreFailedAccepts(this.#server);
  }

  /** Resolves to the URL of the metrics; rejects where it cannot listen. */
  async listen(): Promise<string> {
    const { host, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen({ host, port }, resolve);
    });
    return `${serverUrl(this.#server)}/metrics`;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    toOriginForm(request);
    const { method, url } = request;
    const path = url?.split('?', 1)[0] ?? '';
    const respond = this.#responses.get(path);
    if (respond === undefined) response.writeHead(404).end();
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { allow: 'GET, HEAD' }).end();
    else {
      try {
        const { status, type, text } = await respond();
        response.writeHead(status, { 'content-type': type, ...notCached }).end(text);
      } catch (error) {
        this.#options.logger.error({ err: error }, 'a request to METRICS_PORT failed');
        response.writeHead(500).end();
      }
    }
  }
}

interface TextResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** What responds to each path. */
function responsesOf({ read, probed }: MetricsServerOptions): ReadonlyMap<string, () => Promise<TextResponse>> {
  const responses = new Map<string, () => Promise<TextResponse>>();
  responses.set('/metrics', async () => ({ status: 200, type: metricsType, text: await read() }));
  for (const [path, respond] of Object.entries(probes)) {
    responses.set(path, async () => {
      const { status, body } = await respond(probed);
      return { status, type: 'application/json; charset=utf-8', text: JSON.stringify(body) };
    });
  }
  return responses;
}
