import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type NetworkError, NetworkErrorReporter } from '../../../src/engine/http/network-errors.ts';
import { bytes, cut, type Reply, startFaultUpstream } from '../../support/fault-upstream.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';

/** The lines of the log that say why the service cannot be reached. */
function causesIn({ log }: TestGateway) {
  return log
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'the REST service cannot be reached')
    .map(({ level, operation, code }) => ({ level, operation, code }));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const warn = 40;
const query = '{ organizations { nodes { id } } organization(id: "id-in-url") { title } }';

describe('the log', () => {
  it('names the cause of an outage once, though many calls fail', async () => {
    const gateway = await startGateway(`http://127.0.0.1:${await freePort()}`);
    for (let i = 0; i < 5; i++) await gateway.execute(query, { token: 'a-token' });
    expect(causesIn(gateway)[0]).toEqual({ level: warn, operation: 'organizations.list', code: 'ECONNREFUSED' });
    expect(causesIn(gateway).length).toBeLessThan(10);
    expect(gateway.log.join('')).not.toMatch(/id-in-url|a-token|authorization/i);
    await gateway.close();
  });

  it.each<[string, string, Reply]>([
    ['UND_ERR_SOCKET', 'http', cut],
    ['HTTPParserError', 'http', bytes('SSH-2.0-OpenSSH_9.2p1\r\n')],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'https', cut],
  ])('names %s', async (code, scheme, reply) => {
    const upstream = await startFaultUpstream();
    upstream.reply(reply);
    const gateway = await startGateway(upstream.url.replace('http', scheme));
    await gateway.execute('{ organization(id: "o1") { title } }');
    expect(causesIn(gateway)).toEqual([{ level: warn, operation: 'organizations.get', code }]);
    await gateway.close();
    await upstream.close();
  });

  it('names an unknown host', async () => {
    const gateway = await startGateway('http://no-such-host.invalid');
    await gateway.execute('{ organization(id: "o1") { title } }');
    expect(causesIn(gateway)).toMatchObject([{ code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) }]);
    await gateway.close();
  });

  it('names the cause if only the readiness probe fails', async () => {
    const gateway = await startGateway(`http://127.0.0.1:${await freePort()}`);
    await fetch(`${gateway.url}/readyz`);
    expect(causesIn(gateway)).toEqual([{ level: warn, operation: 'readiness probe', code: 'ECONNREFUSED' }]);
    await gateway.close();
  });
});

describe('NetworkErrorReporter', () => {
  function reporter() {
    const reported: NetworkError[] = [];
    return { reported, errors: new NetworkErrorReporter((error) => reported.push(error)) };
  }

  const errorOf = (code: string) => Object.assign(new Error('connect 10.0.0.1:443'), { code });

  it('reports each code once per second', () => {
    const { reported, errors } = reporter();
    for (let i = 0; i < 1000; i++) for (const code of ['A', 'B']) errors.report(`operation ${i}`, errorOf(code));
    expect(reported.slice(0, 2)).toEqual([
      { operation: 'operation 0', code: 'A' },
      { operation: 'operation 0', code: 'B' },
    ]);
    expect(reported.length).toBeLessThan(20);
  });

  it('reports the cause of a broken socket, and the class of an error without a code', () => {
    const { reported, errors } = reporter();
    errors.report('o', Object.assign(errorOf('UND_ERR_SOCKET'), { cause: errorOf('ECONNRESET') }));
    errors.report('o', new TypeError('10.0.0.1'));
    errors.report('o', '10.0.0.1');
    expect(reported.map(({ code }) => code)).toEqual(['ECONNRESET', 'TypeError', 'UNKNOWN']);
  });
});
