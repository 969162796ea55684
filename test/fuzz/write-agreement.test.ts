import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/sandbox/random.ts';
import { startGateway, type TestGateway } from '../support/gateways/gateway.ts';
import {
  connectionFailures,
  head,
  kinds,
  type Outcome,
  outcomeOf,
  respondsWith,
  sendWrite,
  succeeds,
} from '../support/resources/write-cases.ts';
import { bytes, json, never, text } from '../support/upstreams/fault-upstream.ts';
import { type WriteBehavior, WriteUpstream } from '../support/upstreams/write-upstream.ts';

const refusal = (status: number): WriteBehavior => respondsWith(json({ error: { message: 'Refused.' } }, status));

/** What the upstream may do with a write, and what a client must then be told. */
const faults: readonly (readonly [Outcome, WriteBehavior])[] = [
  ['done', succeeds],
  ['done', succeeds],
  ['done', respondsWith(text('', 200), true)],
  ['unknown', respondsWith(text('<p>Done.</p>', 200, { 'content-type': 'text/html' }), true)],
  ['unknown', respondsWith(text('<p>Sign in.</p>', 200, { 'content-type': 'text/html' }))],
  ['done', respondsWith(text('{"id":"w', 201), true)],
  ...connectionFailures.map(([, conduct]) => ['unknown', conduct] as const),
  ...[500, 502, 503, 504, 524].flatMap((status) => [
    ['unknown', respondsWith(text('', status), true)] as const,
    ['unknown', respondsWith(text('', status))] as const,
  ]),
  ...[400, 401, 403, 404, 409, 412, 422, 429].map((status) => ['refused', refusal(status)] as const),
  ['refused', respondsWith(bytes(head(403)))],
  ['unknown', respondsWith(bytes(head(503)))],
];

/** For deletions alone, whose success has no body. */
const withoutAnswer: readonly (readonly [Outcome, WriteBehavior])[] = [['done', respondsWith(text('', 204), true)]];

interface Write {
  id: string;
  kind: string;
  expected: Outcome;
  conduct: WriteBehavior;
}

const count = 1000;
const rounds = 10;
const atOnce = 25;
/** The rounds in which the upstream takes no connections. */
const closedRounds = new Set([3, 7]);

/** The writes of a seed: each of a random kind, with a random fault; a few wait, all together, until the time is up. */
function writesOf(seed: number): Write[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const kind = random.pick(kinds);
    const choices = kind === 'deletion' ? [...faults, ...withoutAnswer] : faults;
    const [expected, conduct] = i < atOnce && i % 4 === 1 ? waits : random.pick(choices);
    const round = Math.floor((i * rounds) / count);
    return { id: `w${i}`, kind, expected: closedRounds.has(round) ? 'not sent' : expected, conduct };
  });
}

const waits: readonly [Outcome, WriteBehavior] = ['unknown', respondsWith(never, true)];

const writes = writesOf(20250616);
const upstream = new WriteUpstream((id) => writes[Number(id.slice(1))]?.conduct ?? succeeds);
let gateway: TestGateway;

beforeAll(async () => {
  await upstream.open();
  gateway = await startGateway(upstream.url, {
    UPSTREAM_TIMEOUT: '3000',
    UPSTREAM_MAX_RESPONSE_BYTES: '65536',
    LOG_LEVEL: 'warn',
  });
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** Sends writes, some of them at the same time, and tells what the client was told of each. */
async function send(some: readonly Write[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...some.entries()];
  const lane = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const [index, { kind, id }] = one;
      outcomes[index] = outcomeOf(await sendWrite(gateway, kind, id));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return outcomes;
}

describe(`${count} writes through random faults`, () => {
  it("the upstream's log and the client's responses agree on every write", async () => {
    const told: Outcome[] = [];
    for (let round = 0; round < rounds; round++) {
      if (closedRounds.has(round)) await upstream.close();
      const size = count / rounds;
      told.push(...(await send(writes.slice(round * size, (round + 1) * size))));
      if (closedRounds.has(round)) await upstream.open();
    }
    expect(told).toEqual(writes.map(({ expected }) => expected));
    for (const [i, { id }] of writes.entries()) {
      const entries = upstream.entriesOf(id);
      expect(entries.length, `times that ${id} arrived`).toBe(told[i] === 'not sent' ? 0 : 1);
      if (told[i] === 'done') expect(entries[0]?.executed, `${id} is done`).toBe(true);
      if (told[i] === 'refused') expect(entries[0]?.executed, `${id} is not done`).toBe(false);
    }
    expect(new Set(told)).toEqual(new Set(['done', 'refused', 'unknown', 'not sent']));
  });
});
