import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AttackTarget } from '../support/attacks/attack-runner.ts';
import { type HttpMessage, post, times } from '../support/attacks/attacks.ts';
import { Bystander, GreedyClients, type Load } from '../support/attacks/bystander.ts';
import { type Reply, text } from '../support/upstreams/fault-upstream.ts';
import { plentifulResponses } from '../support/upstreams/plentiful-responses.ts';
import { documentLimits } from './rows/document-limits.ts';
import { documentTexts } from './rows/document-texts.ts';
import { errorAttacks } from './rows/errors.ts';

let target: AttackTarget;
const url = () => target.gateway.url;
const bystander = new Bystander(url);
const clients = new GreedyClients(url);

beforeAll(async () => {
  target = await AttackTarget.start({ REQUEST_TIMEOUT: '8000' });
  target.upstream.reply(plentifulResponses);
  await bystander.measureAlone();
});

// A test that fails may leave calls that nobody waits for, or no gateway.
afterEach(({ task }) => (task.result?.state === 'fail' ? target.restart() : undefined));

afterAll(async () => {
  await Promise.all([bystander.close(), clients.close()]);
  await target?.close();
});

/** Replies so to all calls but those of the measured tenant. */
const toOthers =
  (reply: Reply): Reply =>
  (response, incoming) =>
    (String(incoming.headers.authorization).includes('good') ? plentifulResponses : reply)(response, incoming);

/**
 * Replies to other tenants one at a time in turns of the event loop: this process is the service, the attacker and the measured
 * client, and the time that it takes to make a burst of responses is not the gateway's.
 */
const inTurns = (reply: Reply): Reply => {
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return toOthers((response, incoming) => {
    waiting.push(() => reply(response, incoming));
    if (waiting.length === 1) setImmediate(next);
  });
};

/** Never replies. */
const hanging: Reply = () => {};

const aliases = (count: number, field: (i: number) => string) => `{ ${times(count, (i) => `a${i}: ${field(i)}`)} }`;
const deletions = (client: number) =>
  `mutation { ${times(50, (i) => `m${i}: deleteSpace(input: { id: "s${client}-${i}" }) { clientMutationId } `)} }`;
const midSized = (client: number) =>
  `{ organization(id: "o${client}") { sites(first: 12) { nodes { title sections(first: 5) { nodes { title siteSpaces(first: 5) { nodes { path } } } } } } } }`;

interface Greed {
  name: string;
  load: Load;
  upstream?: Reply;
}

const largeRecord = Buffer.from(JSON.stringify({ id: 'o', title: 'x'.repeat(4_000_000) }));
const largeTitles: Reply = (response, incoming) =>
  incoming.url.includes('/large') ? text(largeRecord)(response, incoming) : plentifulResponses(response, incoming);

const greedy: Greed[] = [
  {
    name: '3 requests of 64 hanging reads',
    upstream: hanging,
    load: clients.endlessly(3, (client) => post(aliases(64, (i) => `organization(id: "h${client}-${i}") { title }`))),
  },
  {
    name: '20 requests of 100 hanging reads',
    upstream: hanging,
    load: clients.endlessly(20, (client) => post(aliases(100, (i) => `organization(id: "h${client}-${i}") { title }`))),
  },
  {
    name: '64 requests of hanging writes',
    upstream: hanging,
    load: clients.endlessly(64, (client) => post(deletions(client))),
  },
  { name: '50 mid-sized queries', load: clients.endlessly(50, (client) => post(midSized(client))) },
  {
    name: 'queries that reach MAX_CALLS',
    load: clients.endlessly(2, () =>
      post('{ organizations(first: 1000) { nodes { sites(first: 100) { nodes { title } } } } }'),
    ),
  },
  {
    name: 'responses of 12 MB',
    upstream: largeTitles,
    load: clients.endlessly(2, () => post('{ organization(id: "large") { a: title b: title c: title } }')),
  },
  {
    name: 'lists of 20,000 records in one response',
    load: clients.endlessly(4, () =>
      post(aliases(20, (i) => `organization(id: "l${i}") { members(first: 1000) { nodes { id role } } }`)),
    ),
  },
  {
    name: 'the whole schema',
    load: clients.endlessly(4, () =>
      post(
        '{ __schema { types { name description fields { name description args { name description } type { name } } } } }',
      ),
    ),
  },
];

/** Attacks that are executed, or may be. */
const accepted = [...documentLimits.attacks, ...documentTexts.attacks, ...errorAttacks.attacks]
  .filter(({ expected }) => [expected.status].flat().includes(200) && expected.data !== false)
  .map(
    ({ name, message, upstream }): Greed => ({
      name,
      load: clients.endlessly(1, () => message() as HttpMessage),
      ...(upstream && { upstream }),
    }),
  );

/** Measures the tenant beside the load, once. */
async function expectFair({ load, upstream = plentifulResponses }: Greed, ms: number): Promise<void> {
  target.upstream.reply(inTurns(upstream));
  const beside = await bystander.measureBeside(load, ms);
  expect(target.gateway.ended, 'the gateway ended').toBeUndefined();
  bystander.expectServed(beside);
}

describe("another client's requests succeed in time beside", () => {
  it.each(greedy)('$name', async (greed) => {
    await expectFair(greed, 2_000);
  });

  it.each(accepted)('the attack "$name"', async (greed) => {
    await expectFair(greed, 600);
  });
});
