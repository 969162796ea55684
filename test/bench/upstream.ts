import { type AddressInfo, createServer, type Socket } from 'node:net';
import { world } from './cases.ts';
import { allowsKeeping, type UpstreamOrder, type UpstreamReport } from './upstream-process.ts';

// A REST service that costs next to nothing: every answer is made once, headers and all, and found by method and path.
// It speaks only as much HTTP/1.1 as well-behaved clients need: keep-alive, and bodies with a length.

/** One ready answer, and how often it was sent since the last reset. */
interface Entry {
  bytes: Buffer;
  calls: number;
}

/** A date would make the responses, which are made once, look old. */
const freshness =
  process.argv[2] === allowsKeeping
    ? ['cache-control: private, max-age=3600']
    : ['date: Wed, 02 Jul 2025 08:00:00 GMT', 'cache-control: private, no-store'];

const entries = new Map<string, Entry>();
for (const [key, { status, body }] of world.answers) {
  entries.set(key, { bytes: message(status, JSON.stringify(body)), calls: 0 });
}
const notFound: Entry = { bytes: message(404, '{"error":{"message":"Not found"}}'), calls: 0 };
const unauthorized: Entry = { bytes: message(401, '{"error":{"message":"No token"}}'), calls: 0 };

let delayMs = 0;
/** Sum of the times from a request read to its answer written, in milliseconds; kept only where there is a delay. */
let delayed = 0;

const server = createServer({ noDelay: true }, (socket) => {
  let unread = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    unread = answerAll(socket, unread + chunk);
  });
  // A subject that ends resets its connections.
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => {
  report({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

process.on('message', (order: UpstreamOrder) => {
  if ('delayMs' in order) {
    delayMs = order.delayMs;
    delayed = 0;
    for (const entry of [...entries.values(), notFound, unauthorized]) entry.calls = 0;
    report({ ready: true });
  } else {
    report({ calls: callsByKey(), refused: notFound.calls + unauthorized.calls, delayed });
  }
});
process.once('disconnect', () => process.exit(0));

/** Answers all whole requests in the text; returns what is left of it. */
function answerAll(socket: Socket, text: string): string {
  let rest = text;
  for (;;) {
    const head = rest.indexOf('\r\n\r\n');
    if (head === -1) return rest;
    const end = head + 4 + bodyLength(rest, head);
    if (rest.length < end) return rest;
    send(socket, entryFor(rest, head));
    if (rest.length === end) return '';
    rest = rest.slice(end);
  }
}

function bodyLength(text: string, head: number): number {
  if (text.startsWith('GET ')) return 0;
  return Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
}

function entryFor(text: string, head: number): Entry {
  // Without the first letter, so that `Authorization` is found too.
  const token = text.indexOf('uthorization: Bearer ');
  if (token === -1 || token > head) return unauthorized;
  // `GET /v1/orgs?limit=5 HTTP/1.1`
  return entries.get(text.slice(0, text.indexOf(' HTTP/1.1'))) ?? notFound;
}

function send(socket: Socket, entry: Entry): void {
  entry.calls++;
  if (delayMs === 0) {
    socket.write(entry.bytes);
    return;
  }
  const received = performance.now();
  setTimeout(() => {
    socket.write(entry.bytes);
    delayed += performance.now() - received;
  }, delayMs);
}

function message(status: number, body: string): Buffer {
  const lines = [
    `HTTP/1.1 ${status} ${status < 300 ? 'OK' : 'Refused'}`,
    ...freshness,
    'content-type: application/json; charset=utf-8',
    'vary: Authorization',
    'x-request-id: 3f1c8a52-7d0e-4b7e-9a55-6f0a7c2d1e90',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

function callsByKey(): Record<string, number> {
  return Object.fromEntries([...entries].filter(([, { calls }]) => calls > 0).map(([key, { calls }]) => [key, calls]));
}

function report(news: UpstreamReport): void {
  process.send?.(news);
}
