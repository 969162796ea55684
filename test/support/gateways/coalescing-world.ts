import { expect } from 'vitest';
import { type ClientRequest, type SentRequest, WatchedClients } from '../clients/watched-clients.ts';
import { HeldUpstream } from '../upstreams/held-upstream.ts';
import { startGateway } from './gateway.ts';

export type CoalescingWorld = Awaited<ReturnType<typeof startCoalescingWorld>>;

/** A gateway with these settings, in front of a service that responds on command. */
export async function startCoalescingWorld(settings: Record<string, string>) {
  const upstream = new HeldUpstream();
  const gateway = await startGateway(await upstream.open(), {
    LOG_LEVEL: 'silent',
    // Whole operations are shared where they are executed compiled.
    EXECUTOR: 'compiled',
    UPSTREAM_RETRIES: '1',
    ...settings,
  });
  const clients = new WatchedClients(gateway.url);
  const close = async () => {
    await clients.close();
    await upstream.close();
    await gateway.close();
  };
  /** Sends requests one after the other; each is in flight before the next one is sent. */
  const sendAll = async (requests: readonly ClientRequest[]) => {
    const sent: SentRequest[] = [];
    for (const request of requests) sent.push(await clients.send(request));
    return sent;
  };
  return { upstream, send: (request: ClientRequest) => clients.send(request), sendAll, close };
}

/** The query of most tests, and a response to its call. */
export const read = '{ organization(id: "a") { title } }';
export const organization = (title: string) => ({ id: 'a', title });

/** The titles in the responses, which must have no errors. */
export async function titlesOf(sent: readonly SentRequest[]): Promise<string[]> {
  const results = await Promise.all(sent.map(({ response: result }) => result));
  return results.map(({ data, errors }) => {
    expect(errors).toBeUndefined();
    return data.organization.title;
  });
}
