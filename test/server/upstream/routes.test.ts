import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RestReader } from '../../../src/cli/doctor/rest-reader.ts';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import { createGateway } from '../../../src/server/gateway.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { upstreamRoute } from '../../../src/server/upstream/upstream-route.ts';
import { ConnectProxy } from '../../support/proxies/connect-proxy.ts';
import { skipsCertificates, TestAuthority } from '../../support/services/certificates.ts';
import { NameServer } from '../../support/upstreams/addressed-services.ts';

const read = '{ organization(id: "a") { title } }';
const write = 'mutation { updateOrganization(input: { id: "a", title: "bb" }) { userErrors { message } } }';
const body = JSON.stringify({ object: 'organization', id: 'a', title: 'Acme' });

let servers: Server[] = [];
let hosts: (string | undefined)[] = [];
let log: string[] = [];

beforeEach(() => {
  servers = [];
  hosts = [];
  log = [];
  new NameServer().addresses = ['127.0.0.1'];
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
});

const organization: RequestListener = ({ headers }, response) => {
  hosts.push(headers.host);
  response.setHeader('content-type', 'application/json').end(body);
};

async function listen(server: Server, at: string | number = 0): Promise<number> {
  servers.push(server);
  if (typeof at === 'number') server.listen(at, '127.0.0.1');
  else server.listen(at);
  await once(server, 'listening');
  return typeof at === 'number' ? (server.address() as AddressInfo).port : 0;
}

/** What a read, a write, readiness and the reader of `docgraph doctor` reach with these settings. */
async function reached(url: string, environment: Record<string, string> = {}) {
  const settings = readSettings({
    UPSTREAM_RETRIES: '0',
    READINESS_CHECKS_SERVICE: 'true',
    UPSTREAM_URL: url,
    ...environment,
  });
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
  const gateway = await createGateway({ settings, logger });
  try {
    const [first, second] = [await gateway.execute({ query: read }), await gateway.execute({ query: write })];
    return {
      read: first.errors === undefined,
      write: second.errors === undefined,
      ready: (await gateway.readiness()).isReady,
      doctor: await isReadByDoctor(new URL(url), settings),
    };
  } finally {
    await gateway.close();
  }
}

async function isReadByDoctor(upstream: URL, settings: ReturnType<typeof readSettings>): Promise<boolean> {
  const limits = { token: 't', maxCalls: 5, concurrency: 1, timeoutMs: 5000, maxBytes: 4096 };
  const reader = new RestReader({ upstream, route: await upstreamRoute(upstream, settings), ...limits });
  const { kind } = await reader.get(organizations.get, { organizationId: 'a' });
  await reader.close();
  return kind === 'json';
}

const all = { read: true, write: true, ready: true, doctor: true };
const none = { read: false, write: false, ready: false, doctor: false };

describe('a REST service on a Unix socket', () => {
  it('is reached through it, with the host and the prefix of UPSTREAM_URL', async () => {
    const path = `/tmp/docgraph-${process.pid}.sock`;
    const urls: (string | undefined)[] = [];
    const server = createHttpServer((request, response) => {
      urls.push(request.url);
      organization(request, response);
    });
    await listen(server, path);
    expect(
      await reached('http://docs.internal/api', { UPSTREAM_SOCKET: path, HTTP_PROXY: 'http://127.0.0.1:9' }),
    ).toEqual(all);
    expect(new Set(hosts)).toEqual(new Set(['docs.internal']));
    expect(urls).toContain('/api/v1/orgs/a');
  });
});

describe('a REST service behind a proxy', () => {
  let proxy: ConnectProxy;
  let port: number;
  beforeEach(async () => {
    port = await listen(createHttpServer(organization));
    proxy = await ConnectProxy.start(port);
  });
  afterEach(() => proxy.close());

  it('is reached through it by its name, with the credentials for the proxy', async () => {
    expect(await reached('http://docs.internal:81', { HTTP_PROXY: proxy.url('user:p%40ss@') })).toEqual(all);
    expect(new Set(proxy.targets)).toEqual(new Set(['docs.internal:81']));
    expect(new Set(proxy.credentials)).toEqual(new Set([`Basic ${Buffer.from('user:p@ss').toString('base64')}`]));
  });

  it('is reached without it where NO_PROXY says so', async () => {
    const url = `http://service.test:${port}`;
    expect(await reached(url, { HTTP_PROXY: proxy.url(), NO_PROXY: 'a.example, .test' })).toEqual(all);
    expect(proxy.targets).toEqual([]);
  });

  it('is reported as unreachable with the status of the proxy, without its credentials', async () => {
    proxy.status = 407;
    expect(await reached('http://docs.internal', { HTTP_PROXY: proxy.url('user:secret-word@') })).toEqual(none);
    expect(log.join('')).toContain('PROXY_STATUS_407');
    expect(log.join('')).not.toMatch(/secret-word|dXNlcjpzZWNyZXQtd29yZA/);
  });

  it('is unreachable where nothing listens at the address of the proxy', async () => {
    expect(await reached('http://docs.internal', { HTTP_PROXY: 'http://127.0.0.1:9' })).toEqual(none);
  });
});

describe.skipIf(skipsCertificates)('a REST service with TLS', () => {
  let authority: TestAuthority;
  let client: { certFile: string; keyFile: string };
  let encrypted: { certFile: string; keyFile: string };
  let service: { cert: string; key: string };
  beforeAll(() => {
    authority = new TestAuthority();
    service = authority.signedText('service.test');
    client = authority.sign('client');
    encrypted = authority.sign('encrypted', 'word');
  });
  afterAll(() => authority?.remove());

  const secure = (options: ServerOptions = {}) =>
    listen(createHttpsServer({ ...service, ...options }, organization) as unknown as Server);
  const asksForCertificate = () => secure({ ca: authority.caText, requestCert: true, rejectUnauthorized: true });

  it('and a certificate of its own authority is reached with UPSTREAM_CA_FILE alone', async () => {
    const url = `https://service.test:${await secure()}`;
    expect(await reached(url)).toEqual(none);
    expect(await reached(url, { UPSTREAM_CA_FILE: authority.caFile })).toEqual(all);
  });

  it('that asks for a certificate is reached with UPSTREAM_CERT_FILE and UPSTREAM_KEY_FILE', async () => {
    const url = `https://service.test:${await asksForCertificate()}`;
    const trusted = { UPSTREAM_CA_FILE: authority.caFile };
    expect(await reached(url, trusted)).toEqual(none);
    const own = { UPSTREAM_CERT_FILE: client.certFile, UPSTREAM_KEY_FILE: client.keyFile };
    expect(await reached(url, { ...trusted, ...own })).toEqual(all);
    const withPassphrase = { UPSTREAM_CERT_FILE: encrypted.certFile, UPSTREAM_KEY_FILE: encrypted.keyFile };
    expect(await reached(url, { ...trusted, ...withPassphrase, UPSTREAM_KEY_PASSPHRASE: 'word' })).toEqual(all);
  });

  // A gateway that has met such a certificate can be closed.
  it('that cannot be trusted is named by a code in the log', async () => {
    const trusted = { UPSTREAM_CA_FILE: authority.caFile };
    const codeOf = async (port: number, environment: Record<string, string> = trusted) => {
      log = [];
      await reached(`https://service.test:${port}`, environment);
      return log.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'the REST service cannot be reached')?.code;
    };
    const expired = await secure(authority.signedText('service.test', 0));
    await expect.poll(() => codeOf(expired)).toBe('CERT_HAS_EXPIRED');
    expect(await codeOf(await secure(authority.signedText('other.test')))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await codeOf(await secure(), {})).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    expect(await codeOf(await listen(createHttpServer(organization)))).toBe('ERR_SSL_WRONG_VERSION_NUMBER');
  });

  it('behind a proxy shows its own certificate to the gateway', async () => {
    const proxy = await ConnectProxy.start(await asksForCertificate());
    const own = { UPSTREAM_CERT_FILE: client.certFile, UPSTREAM_KEY_FILE: client.keyFile };
    const environment = { HTTPS_PROXY: proxy.url(), UPSTREAM_CA_FILE: authority.caFile, ...own };
    expect(await reached('https://service.test', environment)).toEqual(all);
    expect(await reached('https://other.test', environment)).toEqual(none);
    expect(new Set(proxy.targets)).toEqual(new Set(['service.test:443', 'other.test:443']));
    await proxy.close();
  });

  it.each<[Record<string, string>, string]>([
    [{ UPSTREAM_CA_FILE: 'missing' }, 'UPSTREAM_CA_FILE: missing does not exist.'],
    [{ UPSTREAM_CA_FILE: '<garbage>' }, 'UPSTREAM_CA_FILE: <garbage> has no certificate in PEM.'],
    [{ UPSTREAM_CA_FILE: '<broken>' }, 'UPSTREAM_CA_FILE: <broken> has an invalid certificate: number 1.'],
    [{ UPSTREAM_CA_FILE: '/dev/null' }, 'UPSTREAM_CA_FILE: /dev/null is not a regular file.'],
    [{ UPSTREAM_CERT_FILE: '<client>', UPSTREAM_KEY_FILE: 'missing' }, 'UPSTREAM_KEY_FILE: missing does not exist.'],
    [
      { UPSTREAM_CERT_FILE: '<client>', UPSTREAM_KEY_FILE: '<other key>' },
      'UPSTREAM_KEY_FILE: <other key> is not the key of the certificate in UPSTREAM_CERT_FILE.',
    ],
    [
      { UPSTREAM_CERT_FILE: '<client>', UPSTREAM_KEY_FILE: '<client>' },
      'UPSTREAM_KEY_FILE: <client> has no private key in PEM.',
    ],
    [
      { UPSTREAM_CERT_FILE: '<client>', UPSTREAM_KEY_FILE: '<encrypted key>' },
      'UPSTREAM_KEY_FILE: <encrypted key> is encrypted: set UPSTREAM_KEY_PASSPHRASE.',
    ],
    [
      { UPSTREAM_CERT_FILE: '<client>', UPSTREAM_KEY_FILE: '<encrypted key>', UPSTREAM_KEY_PASSPHRASE: 'wrong' },
      'UPSTREAM_KEY_FILE: <encrypted key> cannot be decrypted with UPSTREAM_KEY_PASSPHRASE.',
    ],
  ])('tells the mistake in %j', async (environment, message) => {
    writeFileSync(authority.path('garbage'), 'no certificate');
    writeFileSync(authority.path('broken'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    const files: Record<string, string> = {
      '<garbage>': authority.path('garbage'),
      '<broken>': authority.path('broken'),
      '<client>': client.certFile,
      '<other key>': authority.path('ca.key'),
      '<encrypted key>': encrypted.keyFile,
    };
    const given = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, files[value] ?? value]));
    const settings = readSettings({ UPSTREAM_URL: 'https://service.test', ...given });
    await expect(createGateway({ settings })).rejects.toThrow(
      message.replace(/<.*?>/, (name) => files[name] as string),
    );
  });
});
