/**
 * Clients that send messages again and again, in a process of its own: that of the test is the service and the measured client.
 * It prints a line once it is ready. Each line of its input is a `Greed` in JSON, or empty: it stops what it has sent so far, starts that, and
 * answers with a line. It goes on until its input ends.
 */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { anyClient, anyTurn, type Greed, type GreedyMessage } from './separate-greed.ts';

const [url = ''] = process.argv.slice(2);

/** How long a client waits that reads nothing or does not end its request, and one that leaves, in milliseconds. */
const idleMs = 1000;
const leavesAfterMs = 100;

/** A message whose names are replaced in its bytes. */
interface Template {
  message: GreedyMessage;
  bytes: Buffer;
  /** Where the bytes have each name. */
  offsets: ReadonlyMap<string, readonly number[]>;
}

let turns = 0;

function templateOf(message: GreedyMessage): Template {
  const bytes = Buffer.from(String(message.body));
  const offsets = new Map([anyClient, anyTurn].map((name) => [name, offsetsOf(name, bytes)]));
  return { message, bytes, offsets };
}

function offsetsOf(name: string, bytes: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 1)) found.push(at);
  return found;
}

async function send(dispatcher: Agent, { message, bytes, offsets }: Template, client: number): Promise<void> {
  const payload = Buffer.from(bytes);
  let authorization = String(message.headers.authorization);
  const turn = turns++;
  for (const [name, found] of offsets) {
    const digits = String(name === anyClient ? client : turn).padStart(name.length - 1, '0');
    for (const offset of found) payload.write(digits, offset + 1);
    authorization = authorization.replace(name, name.slice(0, 1) + digits);
  }
  const isEndless = message.client === 'sends no end';
  const { body } = await request(url + message.path, {
    method: 'POST',
    dispatcher,
    headers: { ...message.headers, authorization, 'content-length': String(payload.length) },
    body: isEndless ? Readable.from(withoutEnd(payload)) : payload,
    ...(message.client === 'leaves' && { signal: AbortSignal.timeout(leavesAfterMs) }),
  });
  if (message.client !== 'reads nothing') {
    await body.dump({ limit: Number.POSITIVE_INFINITY });
    return;
  }
  await delay(idleMs);
  body.destroy();
}

/** A body that fails before its last byte is sent. */
async function* withoutEnd(payload: Buffer) {
  yield payload.subarray(0, -1);
  await delay(idleMs);
  throw new Error('The client is gone.');
}

/** Starts it, and returns what stops it: requests in flight are aborted. */
function start(greed: Greed): () => Promise<unknown> {
  const { clients, messages, addresses = [undefined] } = greed;
  const agents = addresses.map((localAddress) => new Agent({ pipelining: 0, ...(localAddress && { localAddress }) }));
  const templates = messages.map(templateOf);
  let isOver = false;
  const sendEndlessly = async (client: number) => {
    const agent = agents[client % agents.length] as Agent;
    for (let i = client; !isOver; i++) {
      await send(agent, templates[i % templates.length] as Template, client).catch(() => delay(10));
    }
  };
  const sending = Array.from({ length: clients }, (_, client) => sendEndlessly(client));
  return () => {
    isOver = true;
    return Promise.all([...agents.map((agent) => agent.destroy()), ...sending]);
  };
}

let stop: (() => Promise<unknown>) | undefined;
process.stdout.write('ready\n');
for await (const line of createInterface(process.stdin)) {
  await stop?.();
  stop = line === '' ? undefined : start(JSON.parse(line) as Greed);
  process.stdout.write('done\n');
}
process.exit(0);
