import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Gateway } from '../../../src/server/gateway.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

const clients = vi.fn();
const caches = vi.fn();
const clientModule = '../../../src/engine/http/client.ts';
const cacheModule = '../../../src/engine/data/request-cache.ts';

/** A module whose class reports each construction to `created`. */
async function counting(module: Promise<object>, name: string, created: () => void): Promise<object> {
  const original = await module;
  const construct: ProxyHandler<never>['construct'] = (target, args, newTarget) => {
    created();
    return Reflect.construct(target, args, newTarget);
  };
  return { ...original, [name]: new Proxy(Reflect.get(original, name), { construct }) };
}

let upstream: FaultUpstream;
let create: (executor: string) => Promise<Gateway>;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  upstream.reply(json({ object: 'organization', id: 'a', title: 'Acme' }));
  vi.resetModules();
  vi.doMock(clientModule, (original) => counting(original<object>(), 'RestClient', clients));
  vi.doMock(cacheModule, (original) => counting(original<object>(), 'RequestCache', caches));
  const { createGateway } = await import('../../../src/server/gateway.ts');
  const { readSettings } = await import('../../../src/server/settings/settings.ts');
  create = (EXECUTOR) => createGateway({ upstreamUrl: upstream.url, settings: readSettings({ EXECUTOR }) });
});

afterAll(async () => {
  vi.doUnmock(clientModule);
  vi.doUnmock(cacheModule);
  vi.resetModules();
  await upstream.close();
});

beforeEach(() => {
  clients.mockClear();
  caches.mockClear();
});

describe.each(['compiled', 'graphql-js'])('a request executed by %s', (executor) => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await create(executor);
  });

  afterAll(() => gateway.close());

  const query = '{ organization(id: "a") { title } }';

  it.each<[string, object]>([
    ['an operation', {}],
    ['an operation that is cached', {}],
    ['an operation that is explained', { extensions: { explain: true } }],
    ['a mutation', { query: 'mutation { deleteSpace(input: { id: "s" }) { clientMutationId } }' }],
  ])('has one REST client and one request cache for %s', async (_, request) => {
    await gateway.execute({ query, ...request });
    expect([clients.mock.calls.length, caches.mock.calls.length]).toEqual([1, 1]);
  });

  it.each<[string, object]>([
    ['is planned only', { extensions: { explain: 'plan' } }],
    ['is invalid', { query: '{ unknown }' }],
  ])('has none where it %s', async (_, request) => {
    await gateway.execute({ query, ...request });
    expect([clients.mock.calls.length, caches.mock.calls.length]).toEqual([0, 0]);
  });
});
