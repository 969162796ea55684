import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileBody, hostileDocuments, hostileVariables } from '../support/attacks/hostile-documents.ts';
import { measuring } from '../support/attacks/measuring.ts';
import { startGateway, type TestGateway } from '../support/gateways/gateway.ts';

/** CPU time that a document may take before its first REST call, in milliseconds; the test's own is in it. */
const maxCpuMs = 500;
/** Memory that is still in use after a document was answered, in bytes. */
const maxKeptBytes = 64 * 1_048_576;

const expectMs = measuring('ms of CPU');

let upstream: Server;
let calls = 0;

beforeAll(async () => {
  upstream = createServer((_request, response) => {
    calls++;
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => {
    upstream.listen(0, '127.0.0.1', resolve);
  });
});

afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

describe.each(['compiled', 'graphql-js'])('with the executor %s', (EXECUTOR) => {
  let gateway: TestGateway;

  beforeAll(async () => {
    const { port } = upstream.address() as AddressInfo;
    gateway = await startGateway(`http://127.0.0.1:${port}`, { EXECUTOR, LOG_LEVEL: 'silent' });
    // What the compiler makes of the code for the first time is not the document's cost.
    const ofType = '__type(name: "Query") { fields { type { fields { description args { description } } } } }';
    for (let i = 0; i < 60; i++) {
      await post(hostileBody({ query: `{ organization(id: "x") { id a${i}: title } }` }));
      await post(hostileBody({ query: `{ a${i}: ${ofType} }` }));
    }
  });

  afterAll(() => gateway.close());

  const post = async (body: string) => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
      body,
    });
    return { status: response.status, body: await response.text() };
  };

  it.each(Object.entries({ ...hostileDocuments, ...hostileVariables }))(
    '%s takes little time and few calls',
    async (_name, make) => {
      const body = hostileBody(make());
      const memory = process.memoryUsage();
      calls = 0;
      const start = process.cpuUsage();
      const { status, body: answer } = await post(body);
      const { user, system } = process.cpuUsage(start);
      expectMs((user + system) / 1_000, maxCpuMs);
      expect(process.memoryUsage().external - memory.external).toBeLessThan(maxKeptBytes);
      expect(status).toBeLessThan(500);
      expect(calls).toBeLessThanOrEqual(4);
      const { data, errors } = JSON.parse(answer) as {
        data?: unknown;
        errors?: readonly { extensions: { code: string } }[];
      };
      expect(data !== undefined || errors !== undefined).toBe(true);
      for (const { extensions } of errors ?? []) expect(extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
    },
  );
});

/** Longest time that the parsing of one body blocks the event loop, in milliseconds of CPU time. */
const maxParseMs = 40;
/** Other work of the machine only adds to a measurement. */
const parseRuns = 7;

describe('JSON.parse, which is one step', () => {
  const values = 19_900;
  const list = (item: (i: number) => string, count = values) => `[${Array.from({ length: count }, (_, i) => item(i))}]`;
  const object = (key: (i: number) => string) => `{${Array.from({ length: values }, (_, i) => `"${key(i)}":1`)}}`;
  const long = `#${'x'.repeat(29)}`;
  const bodies: Readonly<Record<string, string>> = {
    'a text of escapes': `"${'\\u0041'.repeat(170_000)}"`,
    'a number of 1 MB': '1'.repeat(1_000_000),
    'numbers of 45 digits': list((i) => `1.${'9'.repeat(38)}${i}e-300`),
    'texts of 40 characters': list((i) => `"${long}${i}"`),
    'an object of many keys': object((i) => `${long}${i}`),
    'an object of many keys with escapes': object((i) => `\\u0041${long}${i}`),
    'an object of many numbers as keys': object((i) => String(4_294_967_290 - i * 65_536)),
    'objects of a key of their own': list((i) => `{"${long}${i}":1}`, values / 2),
    'objects of ten keys of their own': list(
      (i) => `{${Array.from({ length: 10 }, (_, j) => `"${long}${i}_${j}":1`)}}`,
      values / 11,
    ),
    'lists of 100 levels': list(() => '['.repeat(99) + ']'.repeat(99), values / 100),
  };

  it.each(Object.entries(bodies))('takes at most 40 ms for %s, within the limits of a body', (_name, body) => {
    expect(Buffer.byteLength(body)).toBeLessThan(1_048_576);
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < parseRuns; run++) {
      // Keys that were parsed before would cost less.
      const text = Buffer.from(body.replaceAll('#', String(run))).toString();
      const start = process.cpuUsage();
      JSON.parse(text);
      const { user, system } = process.cpuUsage(start);
      least = Math.min(least, (user + system) / 1000);
    }
    expectMs(least, maxParseMs);
  });
});
