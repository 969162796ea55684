import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import type { Gateway } from '../../../../src/server/gateway.ts';
import { blocks } from '../../../docs/pages.ts';
import { embeddedGateways, query } from '../../../support/gateways/embedded-gateway.ts';
import { parseMetrics, sumOf } from '../../../support/services/metrics.ts';

const create = embeddedGateways();
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** The code of docs/embedding.md, below the creation of the gateway. */
function documentedCode(): string {
  const block = blocks.find(({ page, text }) => page === 'docs/embedding.md' && text.includes('gateway.metrics()'));
  const [, code = ''] = block?.text.split(/^const gateway = .*\n/m) ?? [];
  return code;
}

async function embed(gateway: Gateway): Promise<string> {
  const app = express();
  new Function('app', 'gateway', documentedCode())(app, gateway);
  const server = createServer(app);
  closers.push(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('metrics in the server of an embedder', () => {
  it.each([
    ['METRICS', 'true'],
    ['METRICS_PORT', '9464'],
  ])('are served by the documented code, with %s=%s', async (name, value) => {
    const { gateway } = await create({}, { [name]: value });
    const url = await embed(gateway);
    const headers = { 'content-type': 'application/json', authorization: 'Bearer t' };
    for (let i = 0; i < 2; i++) {
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
      expect(response.status).toBe(200);
    }
    const response = await fetch(`${url}/internal/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(sumOf(parseMetrics(await response.text()), 'http_server_request_duration_seconds_count')).toBe(2);
  });

  it('are empty without the settings', async () => {
    const { gateway } = await create();
    expect((await (await fetch(`${await embed(gateway)}/internal/metrics`)).text()).trim()).toBe('');
  });

  it('can be sent to another process', async () => {
    const { gateway } = await create({}, { METRICS: 'true' });
    const families = gateway.collectMetrics();
    expect(JSON.parse(JSON.stringify(families))).toEqual(families);
    expect(families.length).toBeGreaterThan(10);
  });
});
