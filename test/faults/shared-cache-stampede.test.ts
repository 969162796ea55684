import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, sandboxTokens } from '../../src/sandbox/index.ts';
import { redisOfFile, sharedCacheSettings } from '../support/cache/replicas.ts';
import { startGateway } from '../support/gateways/gateway.ts';
import { GatewayProcess } from '../support/processes/gateway-process.ts';
import { skipsRedis } from '../support/services/redis.ts';

/** Makes twelve calls. */
const query = `{ organizations(first: 1) { nodes { title teams(first: 1) { nodes { title } } sites(first: 3) { nodes { title
  sections(first: 1) { nodes { title } }
  siteSpaces(first: 1) { nodes { space { title changeRequests(first: 1) { nodes { subject } } } } }
} } } } }`;

const replicas = 3;
const workers = 2;
const queries = 240;
const atOnce = 60;

/** Without an explanation, so that identical queries may share an execution. */
async function post(url: string): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}` },
    body: JSON.stringify({ query }),
  });
  return await response.text();
}

/** The responses to all queries, which so many clients send one after the other, each of them to the addresses in turn. */
async function stampede(urls: readonly string[]): Promise<string[]> {
  const responses: string[] = [];
  const client = async (first: number) => {
    for (let i = first; i < queries; i += atOnce) responses.push(await post(urls[i % urls.length] as string));
  };
  await Promise.all(Array.from({ length: atOnce }, (_, first) => client(first)));
  return responses;
}

describe.skipIf(skipsRedis)(`${queries} identical queries, ${atOnce} at once, make the calls of one`, () => {
  const redis = redisOfFile();
  let sandbox: Sandbox;
  let url: string;
  let calls = 0;
  /** The response to one query at a gateway without a cache, and its calls. */
  let alone: { text: string; calls: number };

  beforeAll(async () => {
    sandbox = await createSandbox({ onRequest: () => void calls++ });
    url = await sandbox.listen();
    const gateway = await startGateway(url, { LOG_LEVEL: 'silent' });
    alone = { text: await post(gateway.url), calls };
    expect(calls).toBe(12);
    await gateway.close();
  });
  afterAll(() => sandbox.close());

  async function expectCallsOfOne(urls: readonly string[]): Promise<void> {
    calls = 0;
    expect(await stampede(urls)).toEqual(Array(queries).fill(alone.text));
    expect(calls).toBe(alone.calls);
  }

  it.each(['true', 'false'])('at one gateway with a cache of its own, with SHARE_OPERATIONS=%s', async (sharing) => {
    const gateway = await startGateway(url, { CACHE: 'memory', SHARE_OPERATIONS: sharing, LOG_LEVEL: 'silent' });
    await expectCallsOfOne([gateway.url]);
    await gateway.close();
  });

  it.each(['true', 'false'])(`at ${replicas} gateways, with SHARE_OPERATIONS=%s`, async (sharing) => {
    const settings = { ...sharedCacheSettings(redis()), SHARE_OPERATIONS: sharing, LOG_LEVEL: 'silent' };
    const gateways = await Promise.all(Array.from({ length: replicas }, () => startGateway(url, settings)));
    await expectCallsOfOne(gateways.map((gateway) => gateway.url));
    for (const { close } of gateways) await close();
  });

  it(`at ${replicas} gateways with ${workers} workers each`, async () => {
    const settings = { UPSTREAM_URL: url, WORKERS: `${workers}`, ...sharedCacheSettings(redis()) };
    const gateways = await Promise.all(Array.from({ length: replicas }, () => GatewayProcess.start(settings)));
    try {
      await expectCallsOfOne(gateways.map((gateway) => gateway.url));
      const answering = gateways.map(
        ({ printed }) => new Set(printed.match(/"workerNumber":\d+(?=.*"msg":"operation")/g)),
      );
      expect(answering.map(({ size }) => size)).toEqual(Array(replicas).fill(workers));
    } finally {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
    }
  });
});
