import { expect, test } from 'vitest';
import { organization, read, startCoalescingWorld, titlesOf } from '../../support/coalescing-world.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';

test('a call is exported whose client has gone, as another one waits for its response', async () => {
  const receiver = await startOtlpReceiver();
  const world = await startCoalescingWorld({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '10',
  });
  try {
    const [leaver, stayer] = await world.sendAll(
      ['leaver', 'stayer'].map((id) => ({ query: read, headers: { 'x-request-id': id } })),
    );
    const requestOf = (id: string) =>
      receiver.spans().find(({ attributes }) => attributes['docgraph.request.id'] === id);
    await leaver?.cancel();
    world.upstream.calls[0]?.respond(organization('shared'));
    expect(await titlesOf(stayer === undefined ? [] : [stayer])).toEqual(['shared']);
    const call = () => receiver.spans().find(({ parentId }) => parentId === requestOf('leaver')?.spanId);
    await until(() => call() !== undefined);
    expect(call()).toMatchObject({ kind: 3, status: 0, attributes: { 'http.response.status_code': 200 } });
    expect(receiver.spans().filter(({ spanId }) => spanId === call()?.spanId)).toHaveLength(1);
  } finally {
    await world.close();
    await receiver.close();
  }
});

/** Resolves when the condition holds; a test that waits in vain ends by its timeout. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
