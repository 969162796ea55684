import { afterAll, afterEach, beforeAll } from 'vitest';
import { type FaultUpstream, startFaultUpstream } from '../upstreams/fault-upstream.ts';
import { startGateway, type TestGateway } from './gateway.ts';

export interface LimitedGateways {
  upstream: FaultUpstream;
  /** Starts a gateway with these settings, which is closed after the test. */
  gatewayWith(settings: Record<string, string>): Promise<TestGateway>;
}

/** One service for all tests of a file, and gateways with settings of their own in front of it. */
export function limitedGateways(): LimitedGateways {
  const gateways: TestGateway[] = [];
  const world = {
    gatewayWith: async (settings) => {
      const gateway = await startGateway(world.upstream.url, settings);
      gateways.push(gateway);
      return gateway;
    },
  } as LimitedGateways;
  beforeAll(async () => {
    world.upstream = await startFaultUpstream();
  });
  afterEach(async () => {
    await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
  });
  afterAll(() => world.upstream.close());
  return world;
}
