/**
 * Clients that send messages again and again, in a process of its own: that of the test is the service and the measured client.
 * It reads one line of JSON from its input, a `Greed`, and goes on until its input ends.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { HttpMessage } from './attacks.ts';
import { anyClient, anyTurn, type Greed } from './separate-greed.ts';

const [url = ''] = process.argv.slice(2);
const [line] = (await once(createInterface(process.stdin), 'line')) as [string];
const { clients, messages, addresses = [undefined] } = JSON.parse(line) as Greed;
const agents = addresses.map((localAddress) => new Agent({ pipelining: 0, ...(localAddress && { localAddress }) }));

/** A message whose names are replaced in its bytes. */
interface Template {
  message: HttpMessage;
  bytes: Buffer;
  /** Where the bytes have each name. */
  offsets: ReadonlyMap<string, readonly number[]>;
}

const templates = messages.map(templateOf);
let turns = 0;

function templateOf(message: HttpMessage): Template {
  const bytes = Buffer.from(String(message.body));
  const offsets = new Map([anyClient, anyTurn].map((name) => [name, offsetsOf(name, bytes)]));
  return { message, bytes, offsets };
}

function offsetsOf(name: string, bytes: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 1)) found.push(at);
  return found;
}

async function send({ message, bytes, offsets }: Template, client: number): Promise<void> {
  const payload = Buffer.from(bytes);
  let authorization = String(message.headers.authorization);
  const turn = turns++;
  for (const [name, found] of offsets) {
    const digits = String(name === anyClient ? client : turn).padStart(name.length - 1, '0');
    for (const offset of found) payload.write(digits, offset + 1);
    authorization = authorization.replace(name, name.slice(0, 1) + digits);
  }
  const { body } = await request(url + message.path, {
    method: 'POST',
    dispatcher: agents[client % agents.length] as Agent,
    headers: { ...message.headers, authorization },
    body: payload,
  });
  await body.dump({ limit: Number.POSITIVE_INFINITY });
}

async function sendEndlessly(client: number): Promise<never> {
  for (let i = client; ; i++) {
    await send(templates[i % templates.length] as Template, client).catch(() => delay(10));
  }
}

for (let client = 0; client < clients; client++) void sendEndlessly(client);
process.stdout.write('ready\n');
process.stdin.resume();
await once(process.stdin, 'end');
process.exit(0);
