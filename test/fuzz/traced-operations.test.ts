import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../src/resources/schema.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { explainOperation } from '../support/execution/explain.ts';
import { startTracedGateway, type TracedGateway } from '../support/gateways/traced-gateway.ts';
import { type ExistingIds, existingIds, inputsFrom } from '../support/random/existing-ids.ts';
import { randomMutation, randomQuery } from '../support/random/random-operations.ts';
import type { ReceivedSpan } from '../support/services/otlp-messages.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../support/services/otlp-receiver.ts';

/** How many random operations are traced; `TRACED_OPERATIONS=1000` asks for more. */
const count = Number(process.env.TRACED_OPERATIONS ?? 100);
const patience = 60_000 + count * 500;
const schema = createSchema();
const client = 3;

/** What explain tells of a call, as its span tells it. */
interface Call {
  operation: unknown;
  method: unknown;
  status: unknown;
  batched: unknown;
  shared: unknown;
  retries: unknown;
}

function callOf({ attributes }: ReceivedSpan): Call {
  return {
    operation: attributes['docgraph.rest.operation'],
    method: attributes['http.request.method'],
    status: attributes['http.response.status_code'] ?? null,
    batched: attributes['docgraph.call.batched'] ?? false,
    shared: attributes['docgraph.call.shared'] ?? false,
    retries: attributes['http.request.resend_count'] ?? 0,
  };
}

const sorted = (calls: readonly Call[]) => calls.map((call) => JSON.stringify(call)).sort();

describe('the exported spans of random operations', () => {
  let receiver: OtlpReceiver;
  let gateway: TracedGateway;
  let known: ExistingIds;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const sandbox = await createSandbox();
    receiver = await startOtlpReceiver();
    gateway = await startTracedGateway(await sandbox.listen(), receiver, { LOG_LEVEL: 'silent' });
    known = await existingIds(gateway);
    close = async () => {
      for (const service of [gateway, receiver, sandbox]) await service.close();
    };
  });

  afterAll(() => close());

  it('are those of the calls that explain reports, one for one', { timeout: patience }, async () => {
    let calls = 0;
    for (let seed = 1; seed <= count; seed++) {
      const random = createRandom(seed);
      const favourites = Array.from({ length: 3 }, () => random.pick([...known.keys()]));
      const make = seed % 4 === 0 ? randomMutation : randomQuery;
      const { query, variables, operationName } = make({
        schema,
        random,
        guess: inputsFrom(known, favourites),
        favourites,
      });
      const traceId = seed.toString(16).padStart(32, '0');
      const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
      const { extensions } = await explainOperation(gateway, { query, variables, operationName }, true, headers);
      const explained = extensions?.explain?.calls ?? [];
      const spans = await spansOfTrace(traceId);
      const found = spans.filter(({ kind }) => kind === client);
      const expected = explained.map(({ operation, method, status, batched, shared, retries }) => ({
        ...{ operation, method, status, batched, shared, retries },
      }));
      expect(sorted(found.map(callOf)), `seed ${seed}\n${query}`).toEqual(sorted(expected));
      calls += found.length;
    }
    expect(calls).toBeGreaterThan(count);
  });

  /** All spans of a trace: that of the request is exported after those of its calls. */
  async function spansOfTrace(traceId: string): Promise<ReceivedSpan[]> {
    for (;;) {
      const spans = receiver.spans().filter((span) => span.traceId === traceId);
      if (spans.some(({ kind }) => kind !== client && kind !== 1)) return spans;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
});
