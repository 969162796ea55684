import { afterAll, beforeAll, beforeEach } from 'vitest';
import { byPath, type FaultUpstream, type Reply, startFaultUpstream } from './fault-upstream.ts';
import { startGateway, type TestGateway } from './gateway.ts';

/** A gateway over a service that gives each path the reply that a test has set for it. */
export interface StubbedGateway {
  gateway: TestGateway;
  upstream: FaultUpstream;
  /** By the path of the request, without its query; emptied before each test. */
  replies: Record<string, Reply>;
}

/** One such world for all tests of a file. */
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
