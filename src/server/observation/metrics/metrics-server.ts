import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { notCached } from '../../http/http-errors.ts';
import { ignoreFailedAccepts } from '../../runtime/failed-accepts.ts';
import { serverUrl } from '../../runtime/server-url.ts';
import { metricsType } from './exposition.ts';

export interface MetricsServerOptions {
  host: string;
  port: number;
  /** The metrics in the text format of Prometheus. */
  read: () => Promise<string>;
  logger: Pick<Logger, 'error'>;
}

/** A request has this time to arrive, in milliseconds. */
const requestTimeoutMs = 5000;

/** Prometheus has a connection for each server that scrapes. */
const maxConnections = 32;

/** Serves `/metrics`, and nothing else, on a port of its own. */
export class MetricsServer {
  readonly #options: MetricsServerOptions;
  readonly #server: Server;

  constructor(options: MetricsServerOptions) {
    this.#options = options;
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

  async #answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url?.split('?', 1)[0] !== '/metrics') response.writeHead(404).end();
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { allow: 'GET, HEAD' }).end();
    else {
      try {
        const text = await this.#options.read();
        response.writeHead(200, { 'content-type': metricsType, ...notCached }).end(text);
      } catch (error) {
        this.#options.logger.error({ err: error }, 'metrics cannot be read');
        response.writeHead(500).end();
      }
    }
  }
}
