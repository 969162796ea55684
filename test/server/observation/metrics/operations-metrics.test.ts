import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageVersion } from '../../../../src/server/runtime/package-root.ts';
import { embeddedGateways, query } from '../../../support/gateways/embedded-gateway.ts';
import { freePort } from '../../../support/processes/free-port.ts';
import { parseMetrics, type Samples } from '../../../support/services/metrics.ts';
import { startOtlpReceiver, status } from '../../../support/services/otlp-receiver.ts';

const create = embeddedGateways();
const on = { METRICS: 'true' };

const samplesOf = async (gateway: { metrics(): Promise<string> }): Promise<Samples> =>
  parseMetrics(await gateway.metrics());

describe('docgraph_build_info', () => {
  it('has the version of the package', async () => {
    const { gateway } = await create({}, on);
    expect((await samplesOf(gateway)).get(`docgraph_build_info{version="${packageVersion()}"}`)).toBe(1);
  });

  it('has the version that traces have', async () => {
    const { gateway } = await create({}, { ...on, OTEL_RESOURCE_ATTRIBUTES: 'service.version=1.2.3-canary' });
    expect((await samplesOf(gateway)).get('docgraph_build_info{version="1.2.3-canary"}')).toBe(1);
  });
});

it('has no age of keys where none are used', async () => {
  const { gateway } = await create({}, on);
  expect((await samplesOf(gateway)).has('docgraph_jwt_keys_failing_seconds')).toBe(false);
});

describe('metrics of trusted documents', () => {
  const unknown = (result: string) => `docgraph_unknown_documents_total{result="${result}"}`;
  const reloads = (result: string) => `docgraph_document_reloads_total{result="${result}"}`;

  it.each([
    ['report', 'executed', 'rejected'],
    ['enforce', 'rejected', 'executed'],
  ] as const)('count unknown ones where they are in the mode %s', async (mode, counted, other) => {
    const { gateway } = await create({ trustedDocuments: { mode, documents: { known: query } } }, on);
    await gateway.execute({ query });
    expect((await samplesOf(gateway)).get(unknown(counted))).toBe(0);
    for (let i = 0; i < 2; i++) await gateway.execute({ query: '{ __typename }' });
    const samples = await samplesOf(gateway);
    expect([counted, other].map((result) => samples.get(unknown(result)))).toEqual([2, 0]);
  });

  it.each(['report', 'enforce'] as const)('count no requests without a document, in the mode %s', async (mode) => {
    const { gateway } = await create({ trustedDocuments: { mode, documents: { known: query } } }, on);
    await gateway.execute({});
    await gateway.fetch(new Request('http://gateway/graphql', { headers: { 'apollo-require-preflight': '1' } }));
    const samples = await samplesOf(gateway);
    expect(['executed', 'rejected'].map((result) => samples.get(unknown(result)))).toEqual([0, 0]);
  });

  it('count no document as executed that is none', async () => {
    const { gateway } = await create({ trustedDocuments: { mode: 'report', documents: { known: query } } }, on);
    await gateway.execute({ query: '{nope' });
    await gateway.execute({ query: '{ nope }' });
    await gateway.execute({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } });
    expect((await samplesOf(gateway)).get(unknown('executed'))).toBe(0);
  });

  it('count reloads, and tell whether the last one failed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docgraph-documents-'));
    const path = join(folder, 'manifest.json');
    const write = (text: string) => writeFile(path, text);
    await write(JSON.stringify({ known: query }));
    const { gateway } = await create({ trustedDocuments: { mode: 'enforce', documents: path } }, on);
    const read = async () => {
      const samples = await samplesOf(gateway);
      return [reloads('success'), reloads('failure'), 'docgraph_document_reload_failed'].map((name) =>
        samples.get(name),
      );
    };
    expect(await read()).toEqual([0, 0, 0]);
    await write('{');
    await expect(gateway.reloadTrustedDocuments()).rejects.toThrow();
    expect(await read()).toEqual([0, 1, 1]);
    await write(JSON.stringify({ known: '{ __typename }' }));
    await gateway.reloadTrustedDocuments();
    expect(await read()).toEqual([1, 1, 0]);
  });

  it('are left out where no documents are trusted', async () => {
    const { gateway } = await create({}, on);
    const names = [...(await samplesOf(gateway)).keys()];
    expect(names.filter((name) => /documents?_/.test(name))).toEqual([]);
  });
});

describe('docgraph_redis_up', () => {
  it('is 0 while Redis is not available, and missing where it is not used', async () => {
    const redis = { REDIS_URL: `redis://127.0.0.1:${await freePort()}`, RATE_LIMIT_REQUESTS: '100' };
    const { gateway } = await create({}, { ...on, ...redis });
    const samples = await samplesOf(gateway);
    expect(samples.get('docgraph_redis_up{use="rate_limits"}')).toBe(0);
    expect(samples.has('docgraph_redis_up{use="persisted_queries"}')).toBe(false);
    await gateway.execute({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } });
    expect((await samplesOf(gateway)).get('docgraph_redis_up{use="persisted_queries"}')).toBe(0);
  });
});

describe('docgraph_spans_dropped_total', () => {
  it('counts spans that the receiver rejects', async () => {
    const receiver = await startOtlpReceiver();
    receiver.react(status(400));
    const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '10' };
    const { gateway } = await create({}, { ...on, ...tracing });
    const dropped = async () => (await samplesOf(gateway)).get('docgraph_spans_dropped_total');
    expect(await dropped()).toBe(0);
    await gateway.execute({ query });
    // The span of the request, and that of its call.
    await expect.poll(dropped).toBe(2);
    await receiver.close();
  });
});
