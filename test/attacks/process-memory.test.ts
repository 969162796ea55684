import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AttackTarget } from '../support/attacks/attack-runner.ts';
import { type HttpMessage, post, times } from '../support/attacks/attacks.ts';
import type { HelperProcess } from '../support/attacks/helper-process.ts';
import { measuring } from '../support/attacks/measuring.ts';
import { reportOf, startBystander } from '../support/attacks/separate-bystander.ts';
import type { Environment } from '../support/processes/gateway-process.ts';
import { type Reply, text } from '../support/upstreams/fault-upstream.ts';
import { plentifulResponses } from '../support/upstreams/plentiful-responses.ts';

const MiB = 2 ** 20;
const expectMiB = measuring('MiB');

/** How long an attack lasts, in milliseconds. */
const attackMs = 2_000;

const bodies = new Map<string, Buffer>();

/** Sends the same bytes each time, so that this process has little to do. */
function cached(name: string, body: () => string): Reply {
  const bytes = bodies.get(name) ?? Buffer.from(body());
  bodies.set(name, bytes);
  return text(bytes, 200, { 'content-type': 'application/json' });
}

/** A title has so many characters as the id says, such as `o-4000000`. A list has as many records as requested. */
const large: Reply = (response, request) => {
  const { pathname, searchParams } = new URL(request.url, 'http://upstream');
  const [, length] = /\/o-(\d+)$/.exec(pathname) ?? [];
  const limit = searchParams.get('limit');
  if (length !== undefined) {
    cached(length, () => JSON.stringify({ id: 'o', title: 'x'.repeat(Number(length)) }))(response, request);
  } else if (limit !== null && pathname.endsWith('/sites')) {
    const site = { type: 'ultimate', visibility: 'public', title: 'A site of the organization' };
    const items = () => Array.from({ length: Number(limit) }, (_, i) => ({ id: `site-${i}`, ...site }));
    cached(`sites ${limit}`, () => JSON.stringify({ items: items(), count: Number(limit) }))(response, request);
  } else plentifulResponses(response, request);
};

let target: AttackTarget;
const sockets = new Set<Socket>();

function open(): Socket {
  const { hostname, port } = new URL(target.gateway.url);
  const socket = connect(Number(port), hostname);
  sockets.add(socket);
  socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  return socket;
}

/** The bytes of a request whose connection is closed after the response. */
function bytesOf({ method, path, headers, body = '' }: HttpMessage): string {
  const all = { host: 'gateway', connection: 'close', ...headers, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** What an attack does until the signal. */
type Action = (signal: AbortSignal) => void | Promise<void>;

/** Clients that send a request again as soon as they have read the whole response. */
const readers =
  (clients: number, query: (request: number) => string): Action =>
  (signal) => {
    let requests = 0;
    const send = (client: number) => {
      if (signal.aborted) return;
      const request = post(query(requests++), undefined, { authorization: `Bearer attacker-${client}` });
      const socket = open();
      socket.on('data', () => {}).once('close', () => setTimeout(send, 10, client));
      socket.write(bytesOf(request));
    };
    for (let client = 0; client < clients; client++) send(client);
  };

/** Clients that send a request, and read nothing. */
const nonReaders =
  (clients: number, query: string): Action =>
  () => {
    for (let client = 0; client < clients; client++) {
      const socket = open();
      socket.pause();
      socket.write(bytesOf(post(query, undefined, { authorization: `Bearer attacker-${client}` })));
    }
  };

const unfinishedBodies =
  (clients: number, bytes: number): Action =>
  async () => {
    const head = `POST /graphql HTTP/1.1\r\nhost: gateway\r\ncontent-type: application/json\r\ncontent-length: ${MiB}\r\n\r\n`;
    const part = Buffer.alloc(bytes, ' ');
    for (let client = 0; client < clients; client++) {
      const socket = open();
      socket.write(head);
      socket.write(part);
      if (client % 50 === 49) await delay(20);
    }
  };

/** A query whose response has so many bytes in four texts. */
const texts = (bytes: number) => `{ organization(id: "o-${bytes / 4}") { ${times(4, (i) => `a${i}: title`)} } }`;
const lists =
  '{ organizations(first: 1000) { nodes { title sites(first: 100) { nodes { id title type visibility } } } } }';
const failingLists = `{ organizations(first: 1000) { nodes { ${times(499, (i) => `a${i}: sites(first: -1) { totalCount }`)} } } }`;
/** Some 40 kB, each time another document. */
const document = (request: number) =>
  `{ ${times(95, (i) => `r${request}_${i}: organization(id: "x") { sites(first: 10) { nodes { ${'title id createdAt '.repeat(20)} } } }`)} }`;

const attacks: Readonly<Record<string, Action>> = {
  '40 clients that read responses of 12.5 MB': readers(40, () => texts(12_500_000)),
  '90 clients that read responses of 5 MB': readers(90, () => texts(5_000_000)),
  '8 clients with responses of 30 MB': readers(8, () => texts(30_000_000)),
  '40 clients with lists in 1,000 lists': readers(40, () => lists),
  '2 clients with 499 failing lists in a list of 1,000': readers(2, () => failingLists),
  '40 clients with large queries': readers(40, document),
  '60 responses of 21 MB that nobody reads': nonReaders(60, texts(21_000_000)),
  '1,500 connections with 1 MB of an unfinished body': unfinishedBodies(1_500, 1_000_000),
};

interface Heap {
  environment: Environment;
  /** Highest resident memory, in MiB. */
  maxMiB: number;
}

/** The first is that of the shipped Kubernetes manifest. In a small heap, the young generation must be small, too. */
const heaps: Readonly<Record<string, Heap>> = {
  '768 MB': { environment: { NODE_FLAGS: '--max-old-space-size=768' }, maxMiB: 1024 },
  '128 MB': { environment: { NODE_FLAGS: '--max-old-space-size=128 --max-semi-space-size=16' }, maxMiB: 384 },
};

/** One process is attacked in all of these ways: what it keeps of one attack counts in the next one, too. */
describe.each(Object.entries(heaps))('with a heap of %s', (_, { environment, maxMiB }) => {
  let bystander: HelperProcess;

  beforeAll(async () => {
    target = await AttackTarget.start({ METRICS: 'true', ...environment });
    target.upstream.reply(large);
    bystander = await startBystander(target.gateway.url);
  });

  afterEach(async ({ task }) => {
    for (const socket of sockets) socket.destroy();
    if (task.result?.state !== 'fail') return;
    await bystander.end();
    await target.restart();
    target.upstream.reply(large);
    bystander = await startBystander(target.gateway.url);
  });

  afterAll(async () => {
    await bystander?.end();
    await target?.close();
  });

  it.each(Object.entries(attacks))(
    'another client is served, and the process stays within its memory, beside %s',
    async (_, attack) => {
      target.gateway.resetPeak();
      const controller = new AbortController();
      await attack(controller.signal);
      await delay(attackMs);
      expect(target.gateway.ended, target.gateway.printed.slice(-2000)).toBeUndefined();
      const peak = target.gateway.peakBytes;
      controller.abort();
      for (const socket of sockets) socket.destroy();
      const { failures, reads } = await reportOf(bystander);
      expect(target.gateway.ended, target.gateway.printed.slice(-2000)).toBeUndefined();
      expect(failures).toEqual([]);
      expect(reads).toBeGreaterThan(1);
      expectMiB(peak / MiB, maxMiB);
    },
  );
});
