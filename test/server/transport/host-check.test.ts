import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HostCheck } from '../../../src/server/transport/host-check.ts';
import { exchange } from '../../support/clients/raw-socket.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';

/** No call reaches a service. */
const upstream = 'http://127.0.0.1:9';
const typename = '/graphql?query=%7B__typename%7D';

/** Adds no credential of its own to the calls of its clients. */
let open: TestGateway;
/** Adds a token, so that a page of another site could use it. */
let restricted: TestGateway;
/** Says under which names it is reached. */
let named: TestGateway;

beforeAll(async () => {
  open = await startGateway(upstream);
  const names = { ALLOWED_HOSTS: 'graph.example.com,*.internal.example' };
  restricted = await startGateway(upstream, { UPSTREAM_TOKEN: 'token', ...names });
  named = await startGateway(upstream, names);
});

afterAll(async () => {
  for (const gateway of [open, restricted, named]) await gateway.close();
});

/** The statuses of requests on one connection, with the last response; `head` is the request line and the lines that name hosts. */
async function send({ url }: TestGateway, ...heads: string[]) {
  const closing = (i: number) => (i === heads.length - 1 ? 'Connection: close\r\n' : '');
  const { text, statuses } = await exchange(
    url,
    heads.map((head, i) => `${head}\r\nApollo-Require-Preflight: 1\r\n${closing(i)}\r\n`),
  );
  const body = text.slice(text.lastIndexOf('\r\n\r\n') + 4);
  const { message, extensions } = body.startsWith('{"errors"') ? JSON.parse(body).errors[0] : {};
  return { statuses, message, code: extensions?.code };
}

const get = (host: string, path = typename) => `GET ${path} HTTP/1.1\r\nHost: ${host}`;

describe.each([
  ['where the gateway adds a credential of its own', () => restricted],
  ['with ALLOWED_HOSTS', () => named],
])('%s', (_, gateway) => {
  it.each([
    ...['localhost', 'LOCALHOST:4000', 'app.localhost', '127.0.0.1:1', '127.9.9.9', '[::1]:4000', '[::ffff:127.0.0.1]'],
    ...['[::ffff:7f00:1]:4000', '[::FFFF:7FFF:1]', '[0:0:0:0:0:0:0:1]', 'localhost.', 'app.localhost.:4000'],
    ...['graph.example.com', 'Graph.Example.com:443', 'a.internal.example', 'a.b.internal.example'],
    ...['graph.example.com.:4000', 'a.internal.example.'],
  ])('the Host %s is accepted', async (host) => {
    expect((await send(gateway(), get(host))).statuses).toEqual([200]);
  });

  it.each([
    ...['attacker.example', '10.0.0.1', 'localhost.attacker.example', '127.0.0.1.attacker.example', 'notlocalhost'],
    ...['internal.example', 'xinternal.example', 'graph.example.com.attacker.example', 'localhost..', '[::2]', '-'],
    ...['[::ffff:a00:1]', '[::7f00:1]', '.'],
  ])('the Host %s is rejected, for each path', async (host) => {
    for (const path of [typename, '/', '/nothing']) {
      const { statuses, message } = await send(gateway(), get(host, path));
      expect(statuses).toEqual([421]);
      expect(message).toContain('ALLOWED_HOSTS');
    }
  });

  it.each(['/healthz', '/readyz', '/readyz?verbose'])('probes may use any Host: %s', async (path) => {
    expect((await send(gateway(), get('10.0.0.1', path))).statuses).toEqual([200]);
  });

  it('a Host that was accepted before accepts no other one', async () => {
    for (let time = 0; time < 2; time++) {
      expect((await send(gateway(), get('localhost'), get('attacker.example'))).statuses).toEqual([200, 421]);
    }
  });
});

describe('a target that is a whole address', () => {
  const whole = (address: string, host = 'localhost') => send(restricted, get(host, address));

  it.each(['http://localhost', 'HTTP://127.0.0.1:4000', 'https://graph.example.com', 'http://[::1]:80'])(
    'serves what its path names: %s',
    async (origin) => {
      expect((await whole(origin + typename)).statuses).toEqual([200]);
      expect((await whole(`${origin}/schema.graphql`)).statuses).toEqual([200]);
      expect((await whole(`${origin}/healthz`)).statuses).toEqual([200]);
      expect((await whole(`${origin}/nothing`)).statuses).toEqual([404]);
    },
  );

  it.each(['http://localhost', 'http://localhost?x'])('may have no path: %s', async (address) => {
    const { text } = await exchange(restricted.url, [
      `GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    ]);
    expect(text).toContain('content-security-policy');
  });

  it('has the host that counts, whatever is in Host', async () => {
    expect((await whole(`http://localhost${typename}`, 'attacker.example')).statuses).toEqual([200]);
    const rejected = await whole(`http://attacker.example${typename}`, 'localhost');
    expect(rejected).toMatchObject({ statuses: [421], code: 'BAD_REQUEST' });
  });

  it('has no user', async () => {
    expect((await whole(`http://user:password@localhost${typename}`)).statuses).toEqual([400]);
  });

  it('needs a Host all the same', async () => {
    expect((await send(restricted, `GET http://localhost${typename} HTTP/1.1`)).statuses).toEqual([400]);
  });

  it('leaves no query, and no password, in the log', async () => {
    const from = restricted.log.length;
    await whole('http://user:sekret@localhost/graphql?query={sekret}');
    await whole('http://localhost/nothing?sekret');
    expect(restricted.log.slice(from)).toHaveLength(2);
    expect(restricted.log.slice(from).join('')).not.toContain('sekret');
  });
});

describe('the address that a connection was made to', () => {
  const statusFor = (host: string, localAddress: string) => {
    const request = { url: '/', headers: { host }, rawHeaders: ['Host', host], socket: { localAddress } };
    return new HostCheck({ host: '::', allowedHosts: [] }, true).errorFor(request as IncomingMessage)?.status;
  };

  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.1:80', '::ffff:10.0.0.1'],
    ['[::ffff:a00:1]', '::ffff:10.0.0.1'],
    ['[2001:DB8:0::1]:80', '2001:db8::1'],
    ['[fe80::1]', 'fe80::1%eth0'],
  ])('may be the Host: %s at %s', (host, address) => {
    expect(statusFor(host, address)).toBeUndefined();
    expect(statusFor(host, '10.0.0.2')).toBe(421);
  });
});

describe('where each request has its own credentials', () => {
  it.each(['anything.example', '10.0.0.1:4000', '[2001:db8::1]', 'a_b'])('the Host %s is accepted', async (host) => {
    expect((await send(open, get(host))).statuses).toEqual([200]);
  });
});

describe.each([
  ['with a credential of its own', () => restricted],
  ['without one', () => open],
])('a gateway %s', (_, gateway) => {
  it.each([
    '',
    'a b',
    'local/host',
    'user@localhost',
    '[::1',
    'localhost:123456',
    'localhost:x',
    'localhost,localhost',
  ])('rejects what is no name and no address: "%s"', async (host) => {
    expect(await send(gateway(), get(host))).toEqual({
      statuses: [400],
      message: 'A request needs one "Host" header with a name or an address.',
      code: 'BAD_REQUEST',
    });
  });

  it('rejects a request with two hosts, also where the first was accepted before', async () => {
    const twice = `${get('localhost')}\r\nhost: localhost`;
    expect((await send(gateway(), get('localhost'), twice)).statuses).toEqual([200, 400]);
  });

  it('rejects a request without a host', async () => {
    expect((await send(gateway(), `GET ${typename} HTTP/1.1`)).statuses).toEqual([400]);
  });

  it.each(['ftp://localhost/graphql', 'http://localhost/graphql#x', 'http:///graphql', '*'])(
    'rejects an address that is no path: %s',
    async (address) => {
      expect(await send(gateway(), get('localhost', address))).toEqual({
        statuses: [400],
        message: 'The address of a request has to be a path, or begin with http:// or https://.',
        code: 'BAD_REQUEST',
      });
    },
  );
});
