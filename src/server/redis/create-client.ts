import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from './redis-address.ts';
import { SocketConnector } from './socket-connector.ts';

export type RedisClient = Redis | Cluster;

const maxReconnectDelayMs = 5000;

/** What the client's own error says of a command that took longer than its timeout. */
export const commandTimedOut = 'Command timed out';

/**
 * A client that sends each command once, and fails it where it has no connection. `timeoutMs`: how long its user waits for a
 * command, in milliseconds.
 */
export function createClient({ url, isCluster, secureContext }: RedisAddress, timeoutMs: number): RedisClient {
  const options: RedisOptions = {
    connectTimeout: 1000,
    // For the commands with which the client opens a connection: its user stops waiting for others before.
    commandTimeout: Math.max(1000, 2 * timeoutMs),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: reconnectDelay,
    // No further command to connect, which a user of Redis may not be permitted.
    protocol: 2,
    disableClientInfo: true,
    Connector: SocketConnector,
    ...(secureContext && { tls: { secureContext } }),
  };
  return isCluster ? createCluster(new URL(url), options) : new Redis(url, options);
}

/**
 * No command is sent to another node than the one that it was for: another node may not have what that one had. The client learns of the
 * nodes when it connects, and when a probe asks it to.
 */
function createCluster({ hostname, port, username, password, protocol }: URL, options: RedisOptions): Cluster {
  const isSecure = protocol === 'rediss:';
  return new Cluster([{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) }], {
    enableOfflineQueue: false,
    maxRedirections: 0,
    slotsRefreshInterval: 0,
    slotsRefreshTimeout: 1000,
    clusterRetryStrategy: reconnectDelay,
    // The names of nodes are what their certificates are for: the client would connect to their addresses.
    ...(isSecure && { dnsLookup: keepName }),
    redisOptions: {
      ...options,
      ...(isSecure && { tls: options.tls ?? {} }),
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
    },
  });
}

function keepName(name: string, callback: (error: null, name: string) => void): void {
  callback(null, name);
}

/** Backoff with jitter, in milliseconds, so that many processes do not reconnect at once. */
function reconnectDelay(attempt: number): number {
  const delay = Math.min(100 * 2 ** Math.min(attempt, 10), maxReconnectDelayMs);
  return delay * (0.5 + Math.random() / 2);
}
