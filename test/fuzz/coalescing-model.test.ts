import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WatchedClients } from '../support/clients/watched-clients.ts';
import {
  CoalescingScenario,
  callers,
  documents,
  type SharingSettings,
  type Step,
} from '../support/gateways/coalescing-scenario.ts';
import { startGateway } from '../support/gateways/gateway.ts';
import { HeldUpstream } from '../support/upstreams/held-upstream.ts';

type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>;

const caller = fc.nat(callers.length - 1);
const which = fc.nat(20);
const request: fc.Arbitrary<StepOf<'request'>> = fc.record({
  do: fc.constant('request'),
  caller,
  document: fc.nat(documents.length - 1),
  record: fc.constantFrom('a', 'b'),
});
const respond: fc.Arbitrary<StepOf<'respond'>> = fc.record({ do: fc.constant('respond'), which, fails: fc.boolean() });
const cancel: fc.Arbitrary<StepOf<'cancel'>> = fc.record({ do: fc.constant('cancel'), which });
const retry: fc.Arbitrary<StepOf<'cancel and retry'>> = fc.record({ do: fc.constant('cancel and retry'), which });
const beginWrite: fc.Arbitrary<StepOf<'begin write'>> = fc.record({ do: fc.constant('begin write'), caller });
const endWrite: fc.Arbitrary<StepOf<'end write'>> = fc.record({
  do: fc.constant('end write'),
  which,
  status: fc.constantFrom(204, 409, 500),
});

const steps = fc.array(
  fc.oneof<fc.WeightedArbitrary<Step>[]>(
    { weight: 8, arbitrary: request },
    { weight: 3, arbitrary: respond },
    { weight: 2, arbitrary: cancel },
    { weight: 3, arbitrary: retry },
    { weight: 2, arbitrary: beginWrite },
    { weight: 2, arbitrary: endWrite },
  ),
  { minLength: 10, maxLength: 40 },
);

describe.each<SharingSettings>([
  { calls: true, operations: true },
  { calls: true, operations: false },
  { calls: false, operations: true },
  { calls: false, operations: false },
])('random requests, responses, cancellations and writes, with %o shared', (sharing) => {
  let upstream: HeldUpstream;
  let clients: WatchedClients;
  let close: () => Promise<void>;

  beforeAll(async () => {
    upstream = new HeldUpstream();
    const gateway = await startGateway(await upstream.open(), {
      LOG_LEVEL: 'silent',
      EXECUTOR: 'compiled',
      FORWARD_HEADERS: 'x-tenant',
      // A call may be held for as long as a busy machine takes for a play.
      UPSTREAM_TIMEOUT: '600000',
      SHARE_CALLS: String(sharing.calls),
      SHARE_OPERATIONS: String(sharing.operations),
    });
    clients = new WatchedClients(gateway.url);
    close = async () => {
      await clients.close();
      await upstream.close();
      await gateway.close();
    };
  });

  afterAll(() => close());

  it('share exactly the calls that may be shared', { timeout: 120_000 }, async () => {
    let plays = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        plays += 1;
        const play = new CoalescingScenario(upstream, clients, sharing, `play${plays}`);
        for (const step of sequence) await play.step(step);
        await play.end();
      }),
      { numRuns: 30 },
    );
    expect(upstream.calls.length).toBeGreaterThan(plays);
  });
});
