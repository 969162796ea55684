import { describe, expect, it } from 'vitest';
import { type UpstreamFailure, UpstreamFailureReporter } from '../../../src/engine/http/upstream-failures.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { freePort } from '../../support/processes/free-port.ts';
import {
  bytes,
  cut,
  json,
  never,
  type Reply,
  startFaultUpstream,
  text,
} from '../../support/upstreams/fault-upstream.ts';

/** The lines of the log that say why the service cannot be reached. */
function causesIn({ log }: TestGateway) {
  return log
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'the REST service cannot be reached')
    .map(({ level, operation, code }) => ({ level, operation, code }));
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
    const gateway = await startGateway(`http://127.0.0.1:${await freePort()}`, { READINESS_CHECKS_SERVICE: 'true' });
    await fetch(`${gateway.url}/readyz`);
    expect(causesIn(gateway)).toEqual([{ level: warn, operation: 'readiness probe', code: 'ECONNREFUSED' }]);
    await gateway.close();
  });
});

describe('the log of a service that fails', () => {
  it.each<[string, Reply, object]>([
    ['a status', json({ message: 'a secret' }, 502), { status: 502 }],
    ['a limit of its rate', json({ message: 'a secret' }, 429), { status: 429 }],
    ['a timeout', never, { cause: 'TIMEOUT' }],
    ['a body that is cut', bytes('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{'), { cause: 'INCOMPLETE_RESPONSE' }],
    ['a page', text('<html>a secret</html>'), { cause: 'UNUSABLE_RESPONSE', status: 200 }],
    ['a redirect', text('', 302, { location: '/secret' }), { cause: 'UNUSABLE_RESPONSE', status: 302 }],
    ['an unknown encoding', text('x', 200, { 'content-encoding': 'secret' }), { cause: 'UNUSABLE_RESPONSE' }],
  ])('names %s, and counts what it leaves out', async (_, reply, cause) => {
    const upstream = await startFaultUpstream();
    upstream.reply(reply);
    // A busy machine takes longer than that for the others.
    const limits: Record<string, string> = reply === never ? { UPSTREAM_TIMEOUT: '100' } : {};
    const gateway = await startGateway(upstream.url, { UPSTREAM_RETRIES: '0', ...limits });
    const fail = () => gateway.execute('{ organization(id: "id-in-url") { title } }');
    for (let i = 0; i < 3; i++) await fail();
    await new Promise((resolve) => setTimeout(resolve, 1050));
    await fail();
    const failed = gateway.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'the REST service failed');
    const [line] = gateway.log.map((one) => JSON.parse(one)).filter(({ msg }) => msg === 'operation');
    const { requestId } = line;
    expect(requestId).toMatch(/^[\da-f]{32}$/);
    expect(failed[0]).toMatchObject({ level: warn, operation: 'organizations.get', requestId, ...cause });
    expect(failed.length).toBeLessThan(4);
    const leftOut = failed.map(({ suppressed = 0 }) => suppressed).reduce((sum, one) => sum + one);
    expect(failed.length + leftOut).toBe(4);
    expect(gateway.log.join('')).not.toMatch(/id-in-url|secret/);
    await gateway.close();
    await upstream.close();
  });
});

describe('UpstreamFailureReporter', () => {
  function reporter() {
    const reported: UpstreamFailure[] = [];
    return { reported, errors: new UpstreamFailureReporter((failure) => reported.push(failure)) };
  }

  const callOf = (id: string) => ({ endpoint: { id }, scope: { requestId: 'r' } });
  const errorOf = (code: string) => Object.assign(new Error('connect 10.0.0.1:443'), { code });

  it('reports each code once per second', () => {
    const { reported, errors } = reporter();
    for (let i = 0; i < 1000; i++)
      for (const code of ['A', 'B'])
        errors.failedAttempt(callOf(`operation ${i}`), { kind: 'unreachable', error: errorOf(code) });
    expect(reported.slice(0, 2)).toEqual([
      { operation: 'operation 0', requestId: 'r', code: 'A' },
      { operation: 'operation 0', requestId: 'r', code: 'B' },
    ]);
    expect(reported.length).toBeLessThan(20);
  });

  it('counts the failures that it does not report', async () => {
    const { reported, errors } = reporter();
    for (let i = 0; i < 8; i++) errors.badStatus(callOf('o'), 503);
    await new Promise((resolve) => setTimeout(resolve, 1050));
    errors.badStatus(callOf('o'), 503);
    expect(reported).toEqual([
      { operation: 'o', requestId: 'r', status: 503 },
      { operation: 'o', requestId: 'r', status: 503, suppressed: 7 },
    ]);
  });

  it('reports the cause of a broken socket, and the class of an error without a code', () => {
    const { reported, errors } = reporter();
    errors.failedProbe(Object.assign(errorOf('UND_ERR_SOCKET'), { cause: errorOf('ECONNRESET') }));
    errors.failedProbe(new TypeError('10.0.0.1'));
    errors.failedProbe('10.0.0.1');
    expect(reported.map(({ code }) => code)).toEqual(['ECONNRESET', 'TypeError', 'UNKNOWN']);
  });
});
