import { pino } from 'pino';
import { afterEach } from 'vitest';
import { createGateway, type Gateway } from '../../../src/server/gateway.ts';
import type { GatewayOptions } from '../../../src/server/options.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { byPath, type FaultUpstream, json, startFaultUpstream } from '../upstreams/fault-upstream.ts';

export interface EmbeddedGateway {
  gateway: Gateway;
  upstream: FaultUpstream;
  log: string[];
}

/** A query that each of these gateways can answer, and its result. */
export const query = '{ organization(id: "a") { title } }';
export const acme = { data: { organization: { title: 'Acme' } } };

/**
 * Gives a function that creates a gateway with these options, in front of a service with one organization and one space.
 * They are closed after each test of the file.
 */
export function embeddedGateways() {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return async (options: GatewayOptions = {}, environment: Record<string, string> = {}): Promise<EmbeddedGateway> => {
    const upstream = await startFaultUpstream();
    upstream.reply(
      byPath({
        '/v1/orgs/a': json({ object: 'organization', id: 'a', title: 'Acme' }),
        '/v1/spaces/s': json({ object: 'space', id: 's', title: 'Guides' }),
      }),
    );
    const log: string[] = [];
    const gateway = await createGateway({
      upstreamUrl: upstream.url,
      settings: readSettings({ PORT: '0', SHUTDOWN_TIMEOUT: '400', ...environment }),
      logger: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
      ...options,
    });
    closers.push(() => gateway.close(), upstream.close);
    return { gateway, upstream, log };
  };
}
