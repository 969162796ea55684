import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startGateway, type TestGateway } from '../gateways/gateway.ts';
import { type WriteBehavior, WriteUpstream } from '../upstreams/write-upstream.ts';
import { sendWrite, succeeds } from './write-cases.ts';

/** A gateway in front of a service that does with each write what a test has set for its id, for all tests of a file. */
export function writeWorld() {
  const conducts = new Map<string, WriteBehavior>();
  const upstream = new WriteUpstream((id) => conducts.get(id) ?? succeeds);
  const world = {} as { gateway: TestGateway };
  let lastId = 0;

  beforeAll(async () => {
    await upstream.open();
    world.gateway = await startGateway(upstream.url, { UPSTREAM_MAX_RESPONSE_BYTES: '65536' });
  });

  beforeEach(() => {
    conducts.clear();
    upstream.writeLog.length = 0;
  });

  afterAll(async () => {
    await world.gateway.close();
    await upstream.close();
  });

  return {
    /** What the service does with a write, by its id; cleared before each test. Other writes succeed. */
    conducts,
    upstream,
    world,
    freshId: () => `w${++lastId}`,
    write: (kind: string, id: string, at = world.gateway) => sendWrite(at, kind, id),
  };
}
