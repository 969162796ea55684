import type { LookupFunction, Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { openTunnel } from './proxy-tunnel.ts';

/** How the service is reached: without any of these, at the addresses of its name, and with the certificates that Node trusts. */
export interface UpstreamRoute {
  /** The certificates that are trusted, and the client's own. */
  readonly secureContext?: SecureContext | undefined;
  /** The proxy that opens the connections. Its user info are the credentials for it. */
  readonly proxy?: URL | undefined;
  /** Path of the Unix socket that the service listens on. */
  readonly socketPath?: string | undefined;
}

export interface ConnectorOptions {
  /** Timeout of opening a connection, in milliseconds. */
  readonly timeoutMs: number;
  /** Left out: the name of the service is resolved for each connection. */
  readonly lookup?: LookupFunction | undefined;
  /** Called with each new connection. */
  readonly onConnect?: ((socket: Socket) => void) | undefined;
}

/** Opens connections to the service on a route, for pools of undici. */
export function connectorOf(route: UpstreamRoute, options: ConnectorOptions): buildConnector.connector {
  const { secureContext, proxy, socketPath } = route;
  const { timeoutMs, lookup, onConnect } = options;
  const connect = buildConnector({
    timeout: timeoutMs,
    ...(lookup && { lookup }),
    ...(secureContext && { secureContext }),
    ...(socketPath !== undefined && { socketPath }),
  });
  const open = proxy === undefined ? connect : throughProxy(proxy, connect, timeoutMs);
  return (target, callback) =>
    open(target, (...[error, socket]) => {
      if (error !== null) return callback(failureOf(error), null);
      onConnect?.(socket);
      callback(null, socket);
    });
}

/** undici takes requests that fail with this code for running ones ever after: their client cannot be closed. */
const otherName = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** The error as undici completes it: the code of a certificate with another name is its name. */
function failureOf(error: NodeJS.ErrnoException): Error {
  return error.code === otherName ? Object.assign(new Error(error.message), { name: otherName }) : error;
}

function throughProxy(proxy: URL, connect: buildConnector.connector, timeoutMs: number): buildConnector.connector {
  return (target, callback) => {
    const port = target.port || (target.protocol === 'https:' ? '443' : '80');
    openTunnel(proxy, `${target.hostname}:${port}`, timeoutMs).then(
      (socket) => {
        if (target.protocol === 'https:') connect({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
}
