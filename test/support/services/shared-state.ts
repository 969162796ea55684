import { expect, vi } from 'vitest';
import type { TestGateway } from '../gateways/gateway.ts';
import { sha256 } from '../gateways/manifests.ts';
import { json, startFaultUpstream } from '../upstreams/fault-upstream.ts';

type Start = (environment: Record<string, string>) => Promise<TestGateway>;

/** Runs an action with two gateways. */
async function withTwo(
  start: () => Promise<TestGateway>,
  action: (one: TestGateway, two: TestGateway) => Promise<void>,
): Promise<void> {
  const [one, two] = [await start(), await start()];
  try {
    await action(one, two);
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
}

/** Gateways count the requests of one client together. */
export async function expectSharedLimits(start: Start): Promise<void> {
  await withTwo(
    () => start({ RATE_LIMIT_REQUESTS: '3' }),
    async (one, two) => {
      for (const { log } of [one, two]) {
        await vi.waitFor(() => expect(log.join()).toContain('rate limits are shared in Redis'), 20_000);
      }
      const statuses: number[] = [];
      for (const gateway of [one, two, one, two]) statuses.push((await gateway.execute('{ __typename }')).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    },
  );
}

/** What a client has registered with one gateway, and the service has answered, is known to the other. */
export async function expectSharedTexts(start: (upstream: string) => Promise<TestGateway>): Promise<void> {
  const upstream = await startFaultUpstream();
  upstream.reply(json({ object: 'organization', id: 'a', title: 'Acme' }));
  const send = async ({ gateway }: TestGateway, hash: string, text?: string) => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    return (await gateway.execute({ query: text, extensions })).errors?.[0]?.extensions?.code ?? 'OK';
  };
  const sharing = withTwo(
    () => start(upstream.url),
    async (one, two) => {
      // The first persisted queries of a process come before its connection: they are not shared, however often they are sent.
      await vi.waitFor(async () => {
        const query = `query At${Date.now()} { organization(id: "a") { title } }`;
        const hash = sha256(query);
        expect(await send(one, hash, query)).toBe('OK');
        expect(await send(two, hash)).toBe('OK');
      }, 20_000);
    },
  );
  await sharing.finally(upstream.close);
}
