import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTracedGateway, type TracedGateway } from '../../../support/gateways/traced-gateway.ts';
import { readMetrics, sumOf } from '../../../support/services/metrics.ts';
import {
  closeConnection,
  neverRespond,
  type OtlpReceiver,
  partialSuccess,
  startOtlpReceiver,
  status,
} from '../../../support/services/otlp-receiver.ts';
import { json, startFaultUpstream } from '../../../support/upstreams/fault-upstream.ts';

const space = { query: '{ space(id: "s") { title } }' };
const spansOfRequest = 2;

describe('the export of spans', () => {
  const closers: (() => Promise<void>)[] = [];
  let receiver: OtlpReceiver;
  let upstream: string;

  beforeEach(async () => {
    receiver = await startOtlpReceiver();
    const service = await startFaultUpstream();
    service.reply(json({ object: 'space', id: 's', title: 'Guides' }));
    upstream = service.url;
    closers.push(receiver.close, service.close);
  });

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function start(environment: Record<string, string> = {}): Promise<TracedGateway> {
    const gateway = await startTracedGateway(upstream, receiver, environment);
    closers.push(() => gateway.close());
    return gateway;
  }

  const dropped = ({ log }: TracedGateway) =>
    log.map((line) => JSON.parse(line)).filter(({ msg }) => /spans were dropped/.test(msg));

  it.each([
    ['responds with 503', status(503)],
    ['limits its clients', status(429, { 'retry-after': '0' })],
    ['closes the connection', closeConnection],
  ])('is repeated while the receiver %s, and loses nothing', async (_, reaction) => {
    const gateway = await start();
    receiver.react(reaction, reaction);
    await gateway.send(space);
    expect(await receiver.received(spansOfRequest)).toHaveLength(spansOfRequest);
    expect(receiver.requests).toHaveLength(3);
    expect(receiver.requests[2]?.bytes).toEqual(receiver.requests[0]?.bytes);
    expect(dropped(gateway)).toEqual([]);
  });

  it('is not repeated where the receiver rejects the spans, which is logged once', async () => {
    const gateway = await start();
    receiver.react(status(400), status(400));
    for (let time = 0; time < 2; time++) {
      await gateway.send(space);
      while (receiver.requests.length <= time) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await gateway.send(space);
    expect(await receiver.received(spansOfRequest)).toHaveLength(spansOfRequest);
    expect(receiver.requests).toHaveLength(3);
    expect(dropped(gateway)).toEqual([expect.objectContaining({ level: 40, dropped: spansOfRequest, cause: '400' })]);
  });

  it('counts and logs the spans that the receiver does not take, and does not repeat it', async () => {
    const gateway = await start({ METRICS: 'true' });
    receiver.react(partialSuccess(1));
    await gateway.send(space);
    await expect
      .poll(() => dropped(gateway))
      .toEqual([expect.objectContaining({ dropped: 1, cause: 'PARTIAL_SUCCESS' })]);
    expect(sumOf(await readMetrics(`${gateway.url}/metrics`), 'docgraph_spans_dropped_total')).toBe(1);
    expect(receiver.requests).toHaveLength(1);
  });

  it('does not delay requests while the receiver does not respond, and ends with the gateway', async () => {
    const gateway = await start({ SHUTDOWN_TIMEOUT: '200', OTEL_EXPORTER_OTLP_TIMEOUT: '60000' });
    receiver.react(neverRespond);
    for (let time = 0; time < 20; time++) expect((await gateway.execute(space.query)).status).toBe(200);
    await gateway.close();
    expect(receiver.requests).toHaveLength(1);
    expect(dropped(gateway)).toEqual([expect.objectContaining({ cause: 'SHUTDOWN', dropped: 20 * 3 })]);
  });

  it('does not disturb requests while there is no receiver', async () => {
    const gateway = await start({ SHUTDOWN_TIMEOUT: '20000' });
    await receiver.close();
    for (let time = 0; time < 20; time++) expect((await gateway.execute(space.query)).status).toBe(200);
    await gateway.close();
    expect(dropped(gateway)).toEqual([expect.objectContaining({ cause: 'ECONNREFUSED', dropped: 20 * 3 })]);
  });

  it('sends what it holds at the end of the gateway', async () => {
    const gateway = await start({ OTEL_BSP_SCHEDULE_DELAY: '600000' });
    await gateway.send(space);
    expect(receiver.requests).toEqual([]);
    await gateway.close();
    expect(receiver.spans()).toHaveLength(spansOfRequest);
  });

  it('is off with OTEL_SDK_DISABLED', async () => {
    const gateway = await start({ OTEL_SDK_DISABLED: 'true' });
    await gateway.send(space);
    await gateway.close();
    expect(receiver.requests).toEqual([]);
  });

  it('goes to OTEL_EXPORTER_OTLP_TRACES_ENDPOINT as it is', async () => {
    const gateway = await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/custom?x=1` });
    await gateway.send(space);
    await receiver.received(spansOfRequest);
    expect(receiver.requests[0]?.path).toBe('/custom?x=1');
  });
});
