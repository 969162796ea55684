import { expect, test } from 'vitest';
import { organization, read, startCoalescingWorld, titlesOf } from '../../../support/gateways/coalescing-world.ts';
import { startOtlpReceiver } from '../../../support/services/otlp-receiver.ts';

test('a call is exported whose client has gone, as another one waits for its response', async () => {
  const receiver = await startOtlpReceiver();
  const world = await startCoalescingWorld({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '10',
  });
  try {
    const leaver = await world.send({ query: read, headers: { 'x-request-id': 'leaver' } });
    const stayer = await world.send({ query: read });
    await leaver.cancel();
    world.upstream.calls[0]?.respond(organization('shared'));
    expect(await titlesOf([stayer])).toEqual(['shared']);
    const calls = () => {
      const spans = receiver.spans();
      const request = spans.find(({ attributes }) => attributes['docgraph.request.id'] === 'leaver');
      return spans.filter(({ parentId }) => parentId === request?.spanId);
    };
    const call = { kind: 3, status: 0, attributes: { 'http.response.status_code': 200 } };
    await expect.poll(calls).toMatchObject([call]);
  } finally {
    await world.close();
    await receiver.close();
  }
});
