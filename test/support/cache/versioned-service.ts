import { afterEach } from 'vitest';
import type { GatewayOptions } from '../../../src/server/options.ts';
import { type RequestOptions, startGateway, type TestGateway } from '../gateways/gateway.ts';
import {
  type FaultUpstream,
  json,
  type ReceivedRequest,
  type Reply,
  startFaultUpstream,
} from '../upstreams/fault-upstream.ts';

/** A service whose records have the number of the response as their title. */
export interface VersionedService {
  readonly upstream: FaultUpstream;
  /** The reads that the service got. */
  readonly reads: readonly ReceivedRequest[];
  /** From now on, writes get this reply. */
  replyToWrites(reply: Reply): void;
  /** From now on, reads get these headers, or another reply. */
  replyToReads(reply: Record<string, string> | Reply): void;
}

/** A gateway with a cache, in front of such a service. */
export interface CachedWorld extends VersionedService {
  readonly gateway: TestGateway;
  /** Reads an organization's title. */
  title(options?: RequestOptions, id?: string): Promise<string | null>;
}

export async function startVersionedService(): Promise<VersionedService> {
  const upstream = await startFaultUpstream();
  let version = 0;
  let write: Reply = json({ id: 'o1', title: 'written' });
  let read: Record<string, string> | Reply = {};
  upstream.reply((response, request) => {
    if (request.method !== 'GET') return write(response, request);
    if (typeof read === 'function') return read(response, request);
    version++;
    const id = new URL(request.url, upstream.url).pathname.split('/').at(-1);
    json({ id, title: `${version}` }, 200, read)(response, request);
  });
  return {
    upstream,
    get reads() {
      return upstream.arrived.filter(({ method }) => method === 'GET');
    },
    replyToWrites: (reply) => {
      write = reply;
    },
    replyToReads: (reply) => {
      read = reply;
    },
  };
}

/** Reads an organization's title through a gateway. */
export async function titleThrough(gateway: TestGateway, options?: RequestOptions, id = 'o1'): Promise<string | null> {
  const { data } = await gateway.execute(`{ organization(id: "${id}") { title } }`, options);
  return data.organization?.title ?? null;
}

/** Gives a function that starts such a world, which is closed after each test of the file. */
export function cachedWorlds() {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return async (
    environment: Record<string, string> = {},
    options: Partial<GatewayOptions> = {},
  ): Promise<CachedWorld> => {
    const service = await startVersionedService();
    const settings = { CACHE: 'memory', LOG_LEVEL: 'silent', ...environment };
    const gateway = await startGateway(service.upstream.url, settings, options);
    closers.push(
      () => gateway.close(),
      () => service.upstream.close(),
    );
    return Object.assign(service, {
      gateway,
      title: (request?: RequestOptions, id?: string) => titleThrough(gateway, request, id),
    });
  };
}
