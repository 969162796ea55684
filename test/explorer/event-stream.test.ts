import { expect, it, onTestFinished, vi } from 'vitest';
import { eventsOf, type ServerEvent } from '../../src/explorer/app/event-stream.ts';

/** The events of a text whose bytes arrive in pieces of a length. */
async function eventsIn(text: string, length: number) {
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) =>
    bytes.slice(i * length, (i + 1) * length),
  );
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of eventsOf(body)) events.push(event);
  return events;
}

it.each([1, 2, 7, 1000])('reads events in pieces of %i bytes', async (length) => {
  const text =
    'event: progress\ndata: {"calls":1}\n\nevent: next\ndata: {"a":\ndata: "é\u2028"}\n\nevent: complete\ndata: \n\n';
  expect(await eventsIn(text, length)).toEqual([
    { name: 'progress', data: '{"calls":1}' },
    { name: 'next', data: '{"a":\n"é\u2028"}' },
    { name: 'complete', data: '' },
  ]);
});

it('drops an event that is cut off', async () => {
  expect(await eventsIn('event: next\ndata: {"a":1}\n', 5)).toEqual([]);
});

it('reads each character of a long event a bounded number of times', async () => {
  const text = `event: next\ndata: ${'a'.repeat(100_000)}\n\n`;
  const split = vi.spyOn(String.prototype, 'split');
  onTestFinished(() => split.mockRestore());
  const [event] = await eventsIn(text, 100);
  const read = split.mock.contexts.reduce<number>((sum, context) => sum + String(context).length, 0);
  expect(event?.data.length).toBe(100_000);
  expect(read).toBeLessThan(3 * text.length);
});
