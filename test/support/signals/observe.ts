import { expect } from 'vitest';
import type { Gateway } from '../../../src/server/gateway.ts';
import type { GatewayOptions } from '../../../src/server/options.ts';
import type { EmbeddedGateway } from '../gateways/embedded-gateway.ts';
import { parseMetrics } from '../services/metrics.ts';
import type { ReceivedSpan } from '../services/otlp-messages.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../services/otlp-receiver.ts';
import type { FaultUpstream, Reply } from '../upstreams/fault-upstream.ts';

/** A client of a gateway whose signals are observed. */
export interface ObservedClient {
  readonly url: string;
  readonly gateway: Gateway;
  readonly upstream: FaultUpstream;
  /** Posts a body, as JSON unless it is text, and reads the response. */
  post(body: unknown, init?: RequestInit): Promise<void>;
}

export interface Observed {
  readonly settings?: Readonly<Record<string, string>>;
  readonly options?: GatewayOptions;
  readonly reply?: Reply;
  /** What comes before that whose signals are observed. */
  readonly before?: (client: ObservedClient) => Promise<unknown>;
  readonly send: (client: ObservedClient) => Promise<unknown>;
  /** The number of requests that are sent; 1 where it is left out. */
  readonly requests?: number;
}

/** The log line of a request. */
export type Line = Readonly<Record<string, unknown>> & {
  readonly msg: string;
  readonly requestId: string;
  readonly errors?: readonly string[];
  readonly calls?: number;
};

/** What one request has left behind, beside what it has counted. */
export interface Signals {
  readonly line: Line;
  /** Undefined for a request that is not for GraphQL. */
  readonly span: ReceivedSpan | undefined;
  readonly calls: readonly ReceivedSpan[];
}

/** Every text that a gateway was given in confidence, of which no signal may have a part. */
export const secretToken = 'Zm9vYmFyc2VjcmV0';

/** Sends requests to a gateway, and resolves to the counters that have changed, by how much, and to the signals of each. */
export async function observe(
  create: (options: GatewayOptions, environment: Record<string, string>) => Promise<EmbeddedGateway>,
  { settings, options = {}, reply, before, send, requests = 1 }: Observed,
) {
  const receiver = await startOtlpReceiver();
  const { gateway, upstream, log } = await create(options, {
    METRICS: 'true',
    CONTRACT_CHECK_INTERVAL: '0',
    UPSTREAM_RETRIES: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '10',
    ...settings,
  });
  const client = clientOf(await gateway.listen(), gateway, upstream);
  if (reply !== undefined) upstream.reply(reply);
  await before?.(client);
  const counted = await countersOf(gateway);
  const from = log.length;
  await send(client);
  const lines = () => log.slice(from).map((line): Line => JSON.parse(line));
  const ofRequests = () => lines().filter(({ msg }) => msg === 'operation' || msg === 'request rejected');
  await expect.poll(ofRequests).toHaveLength(requests);
  const signals = await Promise.all(ofRequests().map((line) => signalsOf(receiver, line)));
  await receiver.close();
  const deltas = async () => differences(counted, await countersOf(gateway));
  const text = log.join('') + (await gateway.metrics()) + receiver.requests.map(({ bytes }) => bytes).join('');
  return { signals, deltas, text, lines: lines() };
}

function clientOf(url: string, gateway: Gateway, upstream: FaultUpstream): ObservedClient {
  return {
    url,
    gateway,
    upstream,
    post: async (body, init = {}) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secretToken}` },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init,
      });
      await response.text();
    },
  };
}

async function signalsOf(receiver: OtlpReceiver, line: Line): Promise<Signals> {
  if (line.traceId === undefined) return { line, span: undefined, calls: [] };
  const own = () => receiver.spans().find(({ attributes }) => attributes['docgraph.request.id'] === line.requestId);
  await expect.poll(own).toBeDefined();
  const span = own();
  const calls = () => receiver.spans().filter(({ kind, parentId }) => kind === 3 && parentId === span?.spanId);
  await expect.poll(calls).toHaveLength(line.calls ?? 0);
  return { line, span, calls: calls() };
}

/** Counters, and the numbers of durations. */
async function countersOf(gateway: Gateway): Promise<ReadonlyMap<string, number>> {
  const samples = parseMetrics(await gateway.metrics());
  const isOfProcess = (key: string) => /^(?:process|nodejs)_/.test(key);
  return new Map([...samples].filter(([key]) => /_(?:total|count)(?:\{|$)/.test(key) && !isOfProcess(key)));
}

function differences(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Record<string, number> {
  const changes = [...after].map(([key, value]) => [key, value - (before.get(key) ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}
