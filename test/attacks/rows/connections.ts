import { expect } from 'vitest';
import { type Attack, attacker, bytes, type Expected, times } from '../../support/attacks/attacks.ts';
import type { Part } from '../../support/clients/raw-socket.ts';
import type { Group } from './groups.ts';

const body = '{"query":"{ organization(id: \\"o1\\") { title } }"}';
const json = 'content-type: application/json\r\n';
const length = `content-length: ${body.length}\r\n`;

/** The head of a POST to `/graphql` with these headers, each ended by CRLF, and a body. */
const raw = (headers: string, sent = body, line = 'POST /graphql HTTP/1.1') => `${line}\r\n${headers}\r\n${sent}`;
const host = 'host: localhost\r\n';

const refused = (status: Expected['status'] = 400): Expected => ({ status, calls: 0, hasNot: /"data":\{/ });

/** A request that the parser must refuse. */
const malformed = (name: string, text: string, expected: Expected = refused()): Attack => ({
  name,
  message: () => bytes(text),
  expected,
});

const hosts: Attack[] = [
  malformed('no Host', raw(`connection: close\r\n${json}${length}`)),
  malformed('two Hosts', raw(`${host}host: evil\r\nconnection: close\r\n${json}${length}`), {
    status: [200, 400],
    calls: [0, 1],
  }),
  malformed('an empty Host', raw(`host: \r\nconnection: close\r\n${json}${length}`), {
    status: [200, 400],
    calls: [0, 1],
  }),
  ...['a b', '[::', 'user@evil', 'evil:port', '../x', 'evil/graphql', 'a,b', '<script>', '%00', '[::1'].map((name) =>
    malformed(`the Host ${name}`, raw(`host: ${name}\r\nconnection: close\r\n${json}${length}`), refused([400, 421])),
  ),
  malformed('a Host with a port over 65535', raw(`host: evil:99999\r\nconnection: close\r\n${json}${length}`), {
    status: [200, 400, 421],
    calls: [0, 1],
  }),
  malformed('a Host of 5,000 letters', raw(`host: ${'x'.repeat(5_000)}\r\nconnection: close\r\n${json}${length}`), {
    status: [200, 400, 421, 431],
    calls: [0, 1],
    maxLength: 2_000,
  }),
  malformed('HTTP/1.0 without a Host', raw(json + length, body, 'POST /graphql HTTP/1.0'), {
    status: [200, 400, 505],
    calls: [0, 1],
  }),
  malformed(
    'an absolute address',
    raw(`${host}connection: close\r\n${json}${length}`, body, 'POST http://evil.example/graphql HTTP/1.1'),
    {
      status: [200, 400, 404, 421],
      calls: [0, 1],
    },
  ),
  malformed(
    'an asterisk',
    raw(`${host}connection: close\r\n`, '', 'OPTIONS * HTTP/1.1'),
    refused([204, 400, 404, 405]),
  ),
  malformed('CONNECT', raw(`${host}`, '', 'CONNECT evil.example:443 HTTP/1.1'), {
    status: [0, 400, 404, 405],
    calls: 0,
  }),
  malformed(
    'an address of two slashes',
    raw(`${host}connection: close\r\n${json}${length}`, body, 'POST //evil.example/graphql HTTP/1.1'),
    refused([400, 404]),
  ),
];

/** A second request inside the body of the first one: only one of them may be answered. */
const inner = raw(`${host}${json}${length}`);
const smuggled = (name: string, text: string): Attack => ({
  name,
  message: () => bytes(text),
  expected: { status: 400, calls: 0, hasNot: /"data":\{/ },
});

const smuggling: Attack[] = [
  smuggled(
    'Content-Length and Transfer-Encoding',
    raw(`${host}${json}content-length: 4\r\ntransfer-encoding: chunked\r\n`, `0\r\n\r\n${inner}`),
  ),
  smuggled(
    'Transfer-Encoding and Content-Length',
    raw(`${host}${json}transfer-encoding: chunked\r\ncontent-length: 4\r\n`, `0\r\n\r\n${inner}`),
  ),
  smuggled(
    'two different Content-Lengths',
    raw(`${host}${json}content-length: 0\r\ncontent-length: ${inner.length}\r\n`, inner),
  ),
  smuggled('two equal Content-Lengths', raw(`${host}${json}${length}${length}`)),
  smuggled('Content-Lengths in one header', raw(`${host}${json}content-length: ${body.length}, ${body.length}\r\n`)),
  smuggled('a negative Content-Length', raw(`${host}${json}content-length: -1\r\n`)),
  smuggled('a Content-Length with a sign', raw(`${host}${json}content-length: +${body.length}\r\n`)),
  smuggled('a Content-Length of 1e3', raw(`${host}${json}content-length: 1e3\r\n`)),
  smuggled('a Content-Length over 2^64', raw(`${host}${json}content-length: 99999999999999999999999\r\n`)),
  smuggled('a hexadecimal Content-Length', raw(`${host}${json}content-length: 0x10\r\n`)),
  smuggled('an unknown Transfer-Encoding', raw(`${host}${json}transfer-encoding: xchunked\r\n`, `0\r\n\r\n${inner}`)),
  smuggled(
    'chunked that is not last',
    raw(`${host}${json}transfer-encoding: chunked, identity\r\n`, `0\r\n\r\n${inner}`),
  ),
  smuggled(
    'chunked twice',
    raw(`${host}${json}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n`, `0\r\n\r\n${inner}`),
  ),
  smuggled('a space before the colon', raw(`${host}${json}content-length : ${body.length}\r\n`)),
  smuggled('a folded header', raw(`${host}${json}x: a\r\n b\r\n${length}`)),
  smuggled('a line that ends with LF', raw(`host: localhost\ncontent-length: 0\r\n`, '')),
  smuggled('a line that ends with CR', raw(`host: localhost\rx: y\r\n`, '')),
  smuggled('a header without a name', raw(`${host}: x\r\n`, '')),
  smuggled('a NUL in a header', raw(`${host}x: a\0b\r\n`, '')),
  smuggled(
    'a chunk whose size is no number',
    raw(`${host}${json}transfer-encoding: chunked\r\n`, 'zz\r\nab\r\n0\r\n\r\n'),
  ),
  smuggled(
    'a chunk size over 2^64',
    raw(`${host}${json}transfer-encoding: chunked\r\n`, 'fffffffffffffffffff\r\nab\r\n0\r\n\r\n'),
  ),
  smuggled(
    'a chunk that is longer than its size',
    raw(`${host}${json}transfer-encoding: chunked\r\n`, `2\r\nabcdef\r\n0\r\n\r\n`),
  ),
  {
    ...smuggled(
      'a chunk extension of 100 kB',
      raw(`${host}${json}transfer-encoding: chunked\r\n`, `2;${'e'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`),
    ),
    expected: refused([400, 413, 431]),
  },
  malformed(
    'a request in a GET body',
    `${raw(`${host}${json}content-length: ${inner.length}\r\n`, inner, 'GET /graphql?query={__typename} HTTP/1.1')}`,
    { status: [200, 400], calls: 0 },
  ),
];

const heads: Attack[] = [
  malformed('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', refused([400, 505])),
  malformed('a TLS hello', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', refused()),
  malformed('HTTP/9.9', raw(host, '', 'GET / HTTP/9.9'), refused([400, 505])),
  malformed('HTTP/0.9', 'GET /graphql?query={__typename}\r\n\r\n', { status: [200, 400], calls: 0 }),
  malformed('a line break in the address', `GET /graphql?q=\r\nx: y HTTP/1.1\r\n${host}\r\n`),
  malformed(
    'an upgrade to a WebSocket',
    raw(
      `${host}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: eA==\r\n`,
      '',
      'GET /graphql HTTP/1.1',
    ),
    refused([0, 400, 404, 405, 426]),
  ),
  malformed(
    'an unknown expectation',
    raw(`${host}${json}${length}connection: close\r\nexpect: 900-evil\r\n`),
    refused([400, 417]),
  ),
  malformed('a header of 20 kB', raw(`${host}x: ${'y'.repeat(20_000)}\r\n`, ''), refused(431)),
  malformed('5,000 headers', raw(host + times(5_000, (i) => `x${i}: y\r\n`, ''), ''), refused([400, 431])),
  malformed('an address of 100 kB', raw(host, '', `GET /${'a'.repeat(100_000)} HTTP/1.1`), refused([400, 414, 431])),
  malformed(
    'trailers with credentials',
    raw(
      `${host}${json}connection: close\r\ntransfer-encoding: chunked\r\n`,
      `${body.length.toString(16)}\r\n${body}\r\n0\r\nauthorization: Bearer ${attacker}\r\n\r\n`,
    ),
    {
      status: 200,
      calls: [0, 1],
      arrived: (requests) => {
        for (const { headers } of requests) expect(headers.authorization).toBeUndefined();
      },
    },
  ),
  malformed(
    'two Authorization headers',
    raw(`${host}${json}${length}connection: close\r\nauthorization: Bearer one\r\nauthorization: Bearer two\r\n`),
    {
      status: [200, 400],
      calls: [0, 1],
      arrived: (requests) => {
        for (const { headers } of requests) expect(headers.authorization ?? '').not.toMatch(/one.*two/);
      },
    },
  ),
];

const slowPart = (count: number, part: Part, ms: number): Part[] =>
  Array.from({ length: count }, () => [part, ms]).flat();
/** Clients have `CLIENT_TIMEOUT` to send a request: the gateway then closes the connection. */
const cut = (name: string, parts: readonly Part[]): Attack => ({
  name,
  message: () => ({ parts, closes: true }),
  expected: { status: [0, 400, 408], calls: 0 },
});

const slow: Attack[] = [
  cut('a connection on which nothing comes', []),
  cut('a head of one byte', ['P']),
  cut('a head whose lines come one by one', ['POST /graphql HTTP/1.1\r\n', ...slowPart(40, 'x: y\r\n', 100)]),
  cut('a body that never comes', [raw(host + json + length, '')]),
  cut('a body that stops', [raw(host + json + length, body.slice(0, 10))]),
  cut('a body whose bytes come one by one', [
    raw(`${host}${json}content-length: 1000\r\n`, ''),
    ...slowPart(40, ' ', 100),
  ]),
  cut('chunks that come one by one', [
    raw(`${host}${json}transfer-encoding: chunked\r\n`, ''),
    ...slowPart(40, '1\r\n \r\n', 100),
  ]),
  { ...cut('a body that never comes, on 100 connections', [raw(host + json + length, '')]), copies: 100 },
  {
    name: 'a body that is too large and goes on after its answer',
    message: () => ({
      parts: [raw(`${host}${json}content-length: 90000000\r\n`, ''), ...slowPart(40, 'x'.repeat(2_000), 100)],
      closes: true,
    }),
    expected: { status: 413, calls: 0 },
  },
  {
    name: '20 pipelined requests of one connection',
    message: () => ({
      parts: [raw(host + json + length).repeat(19) + raw(`${host}connection: close\r\n${json}${length}`)],
      closes: true,
    }),
    expected: { status: 200, calls: [1, 20] },
  },
];

export const connectionAttacks: Group = {
  name: 'connections',
  settings: { CLIENT_TIMEOUT: '1000' },
  attacks: [...hosts, ...smuggling, ...heads, ...slow],
};
