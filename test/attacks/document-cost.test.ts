import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { hostileBody, hostileDocuments, hostileVariables } from '../support/hostile-documents.ts';

/** CPU time that a document may take before its first REST call, in milliseconds; the test's own is in it. */
const maxCpuMs = 500;
/** Memory that is still in use after a document was answered, in bytes. */
const maxKeptBytes = 64 * 1_048_576;

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
    for (let i = 0; i < 20; i++) {
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
      expect((user + system) / 1_000).toBeLessThan(maxCpuMs);
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
