import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { GatewayProcess } from '../support/processes/gateway-process.ts';
import { ConnectProxy } from '../support/proxies/connect-proxy.ts';
import { skipsCertificates, TestAuthority } from '../support/services/certificates.ts';

describe.skipIf(skipsCertificates)('a proxy that is reached by TLS', () => {
  let authority: TestAuthority;
  const service = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"object":"organization","id":"a","title":"Acme"}');
  });
  beforeAll(async () => {
    authority = new TestAuthority();
    await once(service.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    authority.remove();
    service.closeAllConnections();
    await once(service.close(), 'close');
  });

  /** What a read has through a proxy whose certificate is for a name; the proxy is asked for `service.test`. */
  async function titleThrough(name: string): Promise<string | null> {
    const proxy = await ConnectProxy.start((service.address() as AddressInfo).port, authority.signedText(name));
    onTestFinished(() => proxy.close());
    const gateway = await GatewayProcess.start({
      ...{ UPSTREAM_URL: 'http://service.test', UPSTREAM_RETRIES: '0', LOG_LEVEL: 'silent' },
      ...{ HTTP_PROXY: proxy.url('user:word@'), NODE_EXTRA_CA_CERTS: authority.caFile },
    });
    onTestFinished(() => gateway.kill());
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ organization(id: "a") { title } }' }),
    });
    const { data } = (await response.json()) as { data: { organization: { title: string } | null } };
    expect(proxy.credentials.every((sent) => sent !== undefined)).toBe(true);
    return data.organization?.title ?? null;
  }

  it('has to show a certificate for its own name, and not for that of the service', async () => {
    expect(await titleThrough('localhost')).toBe('Acme');
    expect(await titleThrough('service.test')).toBeNull();
  });
});
