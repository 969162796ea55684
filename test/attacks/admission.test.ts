import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AttackTarget } from '../support/attacks/attack-runner.ts';
import { type HttpMessage, post } from '../support/attacks/attacks.ts';
import { Bystander } from '../support/attacks/bystander.ts';
import { almostAll, greedyMessages, hanging, thousandMembers } from '../support/attacks/greedy-messages.ts';
import type { HelperProcess } from '../support/attacks/helper-process.ts';
import {
  anyClient,
  anyTurn,
  type Greed,
  sendGreed,
  startGreedyProcess,
  stopGreed,
} from '../support/attacks/separate-greed.ts';
import { type Reply, text } from '../support/upstreams/fault-upstream.ts';
import { plentifulResponses } from '../support/upstreams/plentiful-responses.ts';
import { forbidden, forbiddenLists } from './rows/errors.ts';

let target: AttackTarget;
let others: HelperProcess;
const url = () => target.gateway.url;
const bystander = new Bystander(url);

beforeAll(async () => {
  target = await AttackTarget.start();
  target.upstream.reply(plentifulResponses);
  await bystander.measureAlone();
  others = await startGreedyProcess(url());
});

// A test that fails may leave calls that nobody waits for, or no gateway.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await others.end();
  await target.restart();
  others = await startGreedyProcess(url());
});

afterAll(async () => {
  await Promise.all([bystander.close(), others?.end()]);
  await target?.close();
});

/** Replies so to all calls but those of the measured tenant. */
const toOthers =
  (reply: Reply, toTenant: Reply = plentifulResponses): Reply =>
  (response, incoming) =>
    (String(incoming.headers.authorization).includes('good') ? toTenant : reply)(response, incoming);

const after =
  (ms: number, reply: Reply): Reply =>
  (response, incoming) =>
    void setTimeout(() => reply(response, incoming), ms);

/** Clients that send it again and again, with tokens of their own, or with another one each time. */
const greedy = (clients: number, { headers, ...message }: HttpMessage, token: string = anyClient): Greed => ({
  clients,
  messages: [{ ...message, headers: { ...headers, authorization: `Bearer ${token}` } }],
});

interface Row {
  name: string;
  greed: Greed;
  upstream?: Reply;
}

const longLists: Reply = (response, incoming) =>
  (incoming.url.includes('/members') ? thousandMembers : plentifulResponses)(response, incoming);

const largeSchema = text(
  Buffer.from(JSON.stringify({ jsonSchema: { enum: Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)) } })),
  200,
  { 'content-type': 'application/json' },
);

const largeSchemas: Reply = (response, incoming) =>
  (incoming.url.includes('/adaptive-schema') ? largeSchema : plentifulResponses)(response, incoming);

const rows: Row[] = [
  {
    name: '200 requests with made-up tokens whose reads hang',
    upstream: toOthers(hanging),
    greed: greedy(200, greedyMessages.read, anyTurn),
  },
  {
    name: 'the same with 20 reads each',
    upstream: toOthers(hanging),
    greed: greedy(200, greedyMessages.reads, anyTurn),
  },
  {
    name: 'a flood of them on a slow service',
    upstream: toOthers(
      after(300, text('{"message":"No."}', 401, { 'content-type': 'application/json' })),
      after(20, plentifulResponses),
    ),
    greed: greedy(200, greedyMessages.reads, anyTurn),
  },
  {
    name: 'made-up tokens that fill the memory for responses',
    upstream: toOthers(almostAll),
    greed: greedy(60, greedyMessages.read, anyTurn),
  },
  {
    name: '5 clients with 100,000 records each',
    upstream: toOthers(longLists),
    greed: greedy(5, greedyMessages.records),
  },
  {
    name: '8 clients with JSON of 1 MB in 30 aliases',
    upstream: toOthers(largeSchemas),
    greed: greedy(8, greedyMessages.json),
  },
  {
    name: 'invalid documents of 100 kB',
    greed: greedy(8, greedyMessages.invalidFields),
  },
  {
    name: 'invalid documents of 100 kB, valid but for the last field',
    greed: greedy(8, greedyMessages.lastFieldInvalid),
  },
  {
    name: 'parse errors in 1 MB',
    greed: greedy(8, greedyMessages.syntaxError),
  },
  {
    name: 'parse errors in 1 MB of names',
    greed: greedy(8, greedyMessages.tooManyNames),
  },
  { name: 'variables of 9,900 values of a wrong type', greed: greedy(8, greedyMessages.wrongItems) },
  { name: 'variables of 19,000 ids and one value of a wrong type', greed: greedy(8, greedyMessages.lastItemWrong) },
  {
    name: 'variables of 198 values of a wrong type behind 14,900 lines',
    greed: greedy(8, greedyMessages.wrongItemsBehindLines),
  },
  { name: 'a text of 1 MB in variables', greed: greedy(8, greedyMessages.text) },
  { name: '19,000 invalid ids in an input', greed: greedy(8, greedyMessages.invalidIds) },
  {
    name: 'introspection, each document different',
    greed: greedy(8, greedyMessages.introspection),
  },
  {
    name: "explain's plan of 9,000 fields",
    greed: greedy(8, greedyMessages.plan),
  },
  {
    name: "explain's plan of 9,000 fields below one root field",
    greed: greedy(8, greedyMessages.planOfOneRoot),
  },
  {
    name: 'conversions of a mutation that selects 9,000 fields',
    greed: greedy(8, greedyMessages.conversion),
  },
  {
    name: 'two requests beyond MAX_CALLS with an error per item',
    upstream: toOthers(forbidden),
    greed: greedy(2, post(forbiddenLists.replace('{', `query ${anyTurn} {`))),
  },
];

describe("another client's requests succeed in time beside", () => {
  it.each(rows)('$name', async ({ greed, upstream = plentifulResponses }) => {
    target.upstream.reply(upstream);
    // The load of the row before may still hold something, and the service has answered the tenant from now on.
    await bystander.measure(200);
    await sendGreed(others, greed);
    const beside = await bystander.measure(2_000);
    await stopGreed(others);
    expect(target.gateway.ended, 'the gateway ended').toBeUndefined();
    bystander.expectServed(beside);
  });
});
