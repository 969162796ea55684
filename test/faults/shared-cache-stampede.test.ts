import { describe, expect, it } from 'vitest';
import { createSandbox, sandboxTokens } from '../../src/sandbox/index.ts';
import { blocks } from '../docs/pages.ts';
import { redisOfFile, sharedCacheSettings } from '../support/cache/replicas.ts';
import { startGateway, type TestGateway } from '../support/gateways/gateway.ts';
import { skipsRedis } from '../support/services/redis.ts';

const query = blocks.find(({ page, language }) => page === 'README.md' && language === 'graphql')?.text as string;

const replicas = 3;
const clients = 60;

/** Without an explanation, so that identical queries may share an execution. */
async function post({ url }: TestGateway): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}` },
    body: JSON.stringify({ query }),
  });
  return await response.text();
}

describe.skipIf(skipsRedis)('identical queries at several gateways at once', () => {
  const redis = redisOfFile();

  it.each(['true', 'false'])('make the calls of one query alone, with SHARE_OPERATIONS=%s', async (sharing) => {
    let calls = 0;
    const sandbox = await createSandbox({ onRequest: () => void calls++ });
    const url = await sandbox.listen();
    const alone = await startGateway(url, { LOG_LEVEL: 'silent' });
    const text = await post(alone);
    const each = calls;
    calls = 0;
    const settings = { ...sharedCacheSettings(redis()), SHARE_OPERATIONS: sharing, LOG_LEVEL: 'silent' };
    const gateways = await Promise.all(Array.from({ length: replicas }, () => startGateway(url, settings)));
    const responses = await Promise.all(
      gateways.flatMap((gateway) => Array.from({ length: clients }, () => post(gateway))),
    );
    expect(each).toBeGreaterThan(3);
    expect(calls).toBe(each);
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toBe(text);
    for (const { close } of [alone, ...gateways]) await close();
    await sandbox.close();
  });
});
