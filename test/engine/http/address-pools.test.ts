import dns, { type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGateway, type Gateway } from '../../../src/server/gateway.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';

const read = '{ organization(id: "a") { title } }';
const ageMs = 60_000;

/** A REST service at an address of loopback, which counts its calls. */
class Service {
  calls = 0;
  readonly address: string;
  readonly server: Server = createServer((_request, response) => {
    this.calls++;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'organization', id: 'a', title: this.address }));
  });

  constructor(address: string) {
    this.address = address;
  }

  async listen(port: number): Promise<number> {
    this.server.listen(port, this.address);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

let services: Service[] = [];
let gateway: Gateway;
/** What the name of the service resolves to; undefined while the name server is out of service. */
let addresses: string[] | undefined;
let lookups = 0;

beforeEach(() => {
  services = [];
  lookups = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { lookup } = dns;
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...others: [{ all?: boolean }, Callback]) => {
    if (name !== 'service.test') return (lookup as (...all: unknown[]) => void)(name, ...others);
    const [options, callback] = others;
    const found = addresses?.map((address): LookupAddress => ({ address, family: 4 }));
    setImmediate(() => {
      if (found === undefined) callback(Object.assign(new Error('no name server'), { code: 'EAI_AGAIN' }));
      else if (options.all) callback(null, found);
      else callback(null, found[0]?.address, 4);
      setImmediate(() => lookups++);
    });
    return undefined;
  }) as typeof dns.lookup);
});
afterEach(async () => {
  await gateway.close();
  for (const service of services) service.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

type Callback = (error: Error | null, found?: LookupAddress[] | string, family?: number) => void;

/** A gateway in front of services at these addresses of one port; those at `dead` refuse connections. */
async function start(all: string[], dead: string[] = []): Promise<void> {
  let port = 0;
  for (const address of all.filter((one) => !dead.includes(one))) {
    const service = new Service(address);
    port = await service.listen(port);
    services.push(service);
  }
  const settings = readSettings({ UPSTREAM_URL: `http://service.test:${port}`, UPSTREAM_RETRIES: '0' });
  gateway = await createGateway({ settings });
  await vi.waitUntil(() => lookups === 1);
}

async function titles(count: number, concurrency: number): Promise<unknown[]> {
  const results: unknown[] = [];
  const send = async (client: number) => {
    for (let i = 0; i < count / concurrency; i++) {
      const headers = { authorization: `Bearer token-${client}` };
      results.push(
        (await gateway.execute<{ organization: { title: string } }>({ query: read, headers })).data?.organization
          ?.title,
      );
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, client) => send(client)));
  return results;
}

/** Lets connections reach their maximum age. */
async function age(): Promise<void> {
  const before = lookups;
  vi.advanceTimersByTime(ageMs);
  await vi.waitUntil(() => lookups > before);
}

describe('reads from a service whose DNS name', () => {
  it('has two addresses are spread evenly over them', async () => {
    addresses = ['127.0.0.1', '127.0.0.2'];
    await start(addresses);
    expect(await titles(200, 1)).not.toContain(undefined);
    expect(await titles(200, 8)).not.toContain(undefined);
    expect(services.map(({ calls }) => calls)).toEqual([200, 200]);
  });

  it('moves follow it when the connections reach their maximum age, and none fails', async () => {
    addresses = ['127.0.0.1'];
    await start(['127.0.0.1', '127.0.0.2']);
    expect(await titles(20, 2)).toEqual(Array(20).fill('127.0.0.1'));
    addresses = ['127.0.0.2'];
    const meanwhile = titles(100, 4);
    await age();
    expect(await titles(20, 2)).toEqual(Array(20).fill('127.0.0.2'));
    expect(await meanwhile).not.toContain(undefined);
  });

  it('cannot be resolved for a time stay with the addresses that they have', async () => {
    addresses = ['127.0.0.1'];
    await start(addresses);
    addresses = undefined;
    await age();
    expect(await titles(20, 2)).toEqual(Array(20).fill('127.0.0.1'));
  });

  it('has three addresses of which one is dead go to the others, and none fails, without retries', async () => {
    addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
    await start(addresses, ['127.0.0.2']);
    const reached = await titles(300, 12);
    expect(new Set(reached)).toEqual(new Set(['127.0.0.1', '127.0.0.3']));
  });
});
