import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Fault, Outcome } from '../support/upstreams/faults.ts';
import { healthy, message, raw, record, slowly, status, type TcpReply } from '../support/upstreams/tcp-upstream.ts';

const data: Outcome[] = ['data'];
const unavailable: Outcome[] = ['UPSTREAM_UNAVAILABLE'];
const timeout: Outcome[] = ['UPSTREAM_TIMEOUT'];
const unknown: Outcome[] = ['WRITE_OUTCOME_UNKNOWN'];
const bad: Outcome[] = ['BAD_UPSTREAM_RESPONSE'];
const contract: Outcome[] = ['UPSTREAM_CONTRACT'];

/** A fault of the connection: a read is sent again, and a write may have been executed. */
const connection = (name: string, reply: TcpReply, always = unavailable): Fault => ({
  name,
  reply,
  once: data,
  always,
  write: unknown,
});

/** A response that is wrong and complete: nothing is sent again. */
const response = (name: string, reply: TcpReply, read = bad, write = read): Fault => ({
  name,
  reply,
  once: read,
  always: read,
  write,
  reads: 1,
});

const head = (length: number) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`;
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const half = record.slice(0, 20);
const broken: Outcome[] = ['UPSTREAM_UNAVAILABLE', 'BAD_UPSTREAM_RESPONSE'];

const connections: Fault[] = [
  {
    name: 'connections are refused',
    address: () => 'http://127.0.0.1:9',
    once: unavailable,
    always: unavailable,
    write: unavailable,
    reads: 0,
  },
  {
    name: 'its name is unknown',
    address: () => 'http://no-such-host.invalid',
    once: unavailable,
    always: unavailable,
    write: unavailable,
    reads: 0,
  },
  {
    name: 'it speaks no TLS',
    address: (url) => url.replace('http', 'https'),
    once: [...unavailable, ...timeout],
    always: [...unavailable, ...timeout],
    write: unavailable,
    reads: 0,
  },
  {
    name: 'closes each new connection',
    connect: (socket) => Boolean(socket.destroy()),
    once: data,
    always: unavailable,
    write: [...unavailable, ...unknown],
  },
  {
    name: 'resets each new connection',
    connect: (socket) => Boolean(socket.resetAndDestroy()),
    once: data,
    always: unavailable,
    write: [...unavailable, ...unknown],
  },
  {
    name: 'ends each new connection in order',
    connect: (socket) => Boolean(socket.end()),
    once: data,
    always: unavailable,
    write: [...unavailable, ...unknown],
  },
  {
    name: 'accepts connections and does not read',
    connect: () => true,
    once: [...timeout, ...data],
    always: timeout,
    write: unknown,
  },
  connection('closes the connection after the request', ({ socket }) => void socket.destroy()),
  connection('resets the connection after the request', ({ socket }) => void socket.resetAndDestroy()),
  connection('ends the connection after the request', ({ socket }) => void socket.end()),
  connection('closes in the status line', raw('HTTP/1.1 2', 'end')),
  connection('closes in the headers', raw('HTTP/1.1 200 OK\r\ncontent-le', 'end')),
  connection('resets in the headers', raw('HTTP/1.1 200 OK\r\ncontent-le', 'reset')),
  connection('closes after the headers', raw(head(500), 'end'), broken),
  connection('closes in the body', raw(head(500) + half, 'end'), broken),
  connection('resets in the body', raw(head(500) + half, 'reset'), broken),
  connection('closes in a chunk', raw(`${chunked}40\r\n${half}`, 'end'), broken),
  connection('closes between chunks', raw(`${chunked}14\r\n${half}\r\n`, 'end'), broken),
  connection(
    'closes before the last chunk',
    raw(`${chunked}${record.length.toString(16)}\r\n${record}\r\n`, 'end'),
    broken,
  ),
  connection('closes after early hints', raw('HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n', 'end')),
  {
    ...connection('says 408 on an idle connection', raw(message(408, '{}', { connection: 'close' }), 'end')),
    once: [...data, 'BAD_USER_INPUT', 'UPSTREAM_TIMEOUT'],
    always: ['BAD_USER_INPUT', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'],
    write: ['userErrors', 'BAD_USER_INPUT', 'UPSTREAM_UNAVAILABLE', ...unknown],
  },
];

const fine = (name: string, reply: TcpReply): Fault => ({
  name,
  reply,
  once: data,
  always: data,
  write: data,
  reads: 1,
  // Hundreds of timers take longer on a busy machine.
  settings: { UPSTREAM_TIMEOUT: '10000', REQUEST_TIMEOUT: '20000' },
});
const letters = [...record];

const harmless: Fault[] = [
  fine('sends a body without a length', raw(`HTTP/1.1 200 OK\r\n\r\n${record}`, 'end')),
  fine('responds in HTTP/1.0', raw(`HTTP/1.0 200 OK\r\n\r\n${record}`, 'end')),
  {
    // undici closes a connection on which 100 comes unasked.
    name: 'sends 100 before its response',
    reply: raw(`HTTP/1.1 100 Continue\r\n\r\n${head(record.length)}${record}`),
    once: data,
    always: [...data, ...unavailable],
    write: [...data, ...unknown],
  },
  fine('sends early hints', raw(`HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n${head(record.length)}${record}`)),
  fine(
    'sends 102 a hundred times',
    raw(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)}${head(record.length)}${record}`),
  ),
  fine('sends its headers byte by byte', slowly([...head(record.length), record], 2)),
  fine('sends its body byte by byte', slowly([head(record.length), ...letters], 2)),
  fine('sends chunks of one byte', slowly([chunked, ...letters.map((letter) => `1\r\n${letter}\r\n`), '0\r\n\r\n'], 1)),
  fine('takes 200 ms', (exchange) => void setTimeout(healthy, 200, exchange)),
  fine('announces that it closes each connection', raw(message(200, record, { connection: 'close' }), 'end')),
  fine('closes each connection without saying so', raw(message(200, record), 'end')),
  fine('sends gzip', status(200, gzipSync(record), { 'content-encoding': 'gzip' })),
  fine('sends deflate', status(200, deflateSync(record), { 'content-encoding': 'deflate' })),
  fine('sends x-gzip or gzip in capitals', status(200, gzipSync(record), { 'content-encoding': 'GZIP' })),
  fine('sends brotli', status(200, brotliCompressSync(record), { 'content-encoding': 'br' })),
  fine('says that the encoding is identity', status(200, record, { 'content-encoding': 'identity' })),
  fine(
    'sends 30 other headers',
    status(200, record, Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`x-${i}`, 'y']))),
  ),
  fine('sends 201', status(201, record)),
  fine('sends JSON as text/plain', status(200, record, { 'content-type': 'text/plain' })),
  fine('repeats a name in its JSON', status(200, `{"id":"no",${record.slice(1)}`)),
];

const never: TcpReply = () => {};
const stalled = (name: string, reply: TcpReply): Fault => ({
  name,
  reply,
  once: [...timeout, ...data],
  always: timeout,
  write: unknown,
});

const slow: Fault[] = [
  stalled('never responds', never),
  stalled('stops in the headers', raw('HTTP/1.1 200 OK\r\n')),
  stalled('stops after the headers', raw(head(500))),
  stalled('stops in the body', raw(head(500) + half)),
  stalled('sends its headers too slowly', slowly([...'HTTP/1.1 200 OK\r\nx: '.split(''), ...'y'.repeat(100)], 60)),
  stalled('sends its body too slowly', slowly([head(100), ...' '.repeat(100)], 60)),
  stalled('sends early hints for ever', slowly(Array(200).fill('HTTP/1.1 103 Early Hints\r\n\r\n'), 50)),
];

const spaces = 'x'.repeat(70_000);
const applied = (name: string, body: string | Buffer, code = 200): Fault => response(name, status(code, body));

const bodies: Fault[] = [
  applied('sends no JSON', 'Hello.'),
  response('sends HTML', status(200, '<!doctype html><p>Sign in</p>'), bad, unknown),
  applied('sends an empty body', ''),
  applied('sends 204 for a record', '', 204),
  applied('sends JSON that is cut', half),
  applied('sends null', 'null'),
  applied('sends a list', `[${record}]`),
  applied('sends a string', '"x"'),
  applied('sends a number', '42'),
  applied('sends NUL bytes', `{"id":\u0000"w1"}`),
  applied('sends bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe])),
  {
    ...applied('sends a byte order mark', `\uFEFF${record}`),
    once: [...bad, ...data],
    always: [...bad, ...data],
    write: [...bad, ...data],
  },
  { ...response('sends another type of value', status(200, '{"id":"w1","title":{"a":1}}'), contract), write: data },
  {
    ...response('sends a page of a list in place of a record', status(200, '{"items":[]}'), contract),
    write: [...data, ...contract],
  },
  response('sends a body that is too large', status(200, spaces), bad, unknown),
  response(
    'sends a body that never ends',
    ({ socket }) => void socket.write(`HTTP/1.1 200 OK\r\n\r\n${spaces}`),
    bad,
    unknown,
  ),
  response(
    'sends gzip that grows to 50 MB',
    status(200, gzipSync(Buffer.alloc(50_000_000, 32)), { 'content-encoding': 'gzip' }),
    bad,
    unknown,
  ),
  response(
    'sends brotli that grows to 50 MB',
    status(200, brotliCompressSync(Buffer.alloc(50_000_000, 32), { params: { 1: 1 } }), { 'content-encoding': 'br' }),
    bad,
    unknown,
  ),
  response('sends gzip that is no gzip', status(200, record, { 'content-encoding': 'gzip' }), bad, [
    ...bad,
    ...unknown,
  ]),
  response(
    'sends gzip that is cut',
    status(200, gzipSync(record).subarray(0, 25), { 'content-encoding': 'gzip' }),
    bad,
    [...bad, ...unknown],
  ),
  response(
    'sends deflate that grows to 50 MB',
    status(200, deflateSync(Buffer.alloc(50_000_000, 32)), { 'content-encoding': 'deflate' }),
    bad,
    unknown,
  ),
  response('sends an unknown encoding', status(200, record, { 'content-encoding': 'zstd' }), bad, [...bad, ...unknown]),
  response(
    'nests its JSON 200 times',
    status(200, `{"id":"w1","title":"t","x":${'['.repeat(200)}${']'.repeat(200)}}`),
    // What no field selects is not looked at.
    data,
    data,
  ),
];

const garbled = (name: string, bytes: string): Fault => ({
  name,
  reply: raw(bytes, 'end'),
  once: [...bad, ...unavailable, ...data],
  always: [...bad, ...unavailable],
  write: unknown,
});

const protocol: Fault[] = [
  garbled('is an SSH server', 'SSH-2.0-OpenSSH_9.2p1\r\n'),
  garbled('responds in HTTP/2', '\u0000\u0000\u0012\u0004\u0000\u0000\u0000\u0000\u0000'),
  garbled('sends a status that is no number', 'HTTP/1.1 abc OK\r\n\r\n{}'),
  garbled('sends a header without a colon', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}'),
  garbled('sends a negative length', `HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n${record}`),
  garbled('sends two lengths', `HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 50\r\n\r\n${record}`),
  garbled('sends a chunk size that is no number', `${chunked}zz\r\n${record}`),
  garbled('sends 100 kB of headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n${record}`),
  garbled('sends a length of 10^30', `HTTP/1.1 200 OK\r\ncontent-length: 1${'0'.repeat(30)}\r\n\r\n${record}`),
  {
    ...applied('sends more than its length', half),
    reply: raw(`HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n${record}`, 'end'),
  },
];

export const tables = { connections, harmless, slow, bodies, protocol };
