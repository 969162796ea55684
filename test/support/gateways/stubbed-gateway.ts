import { afterAll, beforeAll, beforeEach } from 'vitest';
import { byPath, type FaultUpstream, type Reply, startFaultUpstream } from '../upstreams/fault-upstream.ts';
import { startGateway, type TestGateway } from './gateway.ts';

/** A gateway in front of a service that replies to each path as the test has set. */
export interface StubbedGateway {
  gateway: TestGateway;
  upstream: FaultUpstream;
  /** Replies by request path, without the query; cleared before each test. */
  replies: Record<string, Reply>;
}

/** Starts one such gateway for all tests of a file. */
export function stubbedGateway(): StubbedGateway {
  const world = { replies: {} } as StubbedGateway;
  beforeAll(async () => {
    world.upstream = await startFaultUpstream();
    world.gateway = await startGateway(world.upstream.url);
  });
  beforeEach(() => {
    world.replies = {};
    world.upstream.reply(byPath(world.replies));
  });
  afterAll(async () => {
    await world.gateway.close();
    await world.upstream.close();
  });
  return world;
}
