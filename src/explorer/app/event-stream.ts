export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Reads the events of a response (https://html.spec.whatwg.org/multipage/server-sent-events.html). Rejects where it is cut off. */
export async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  /** Of the event that has not ended. They are joined at its end alone: a result may come in thousands of parts. */
  let parts: string[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const isEnd = ((parts.at(-1)?.at(-1) ?? '') + part.value).includes(separator);
    parts.push(part.value);
    if (!isEnd) continue;
    const blocks = parts.join('').split(separator);
    parts = [blocks.pop() ?? ''];
    yield* blocks.map(eventIn);
  }
}

/** What events end with. It may come in two parts. */
const separator = '\n\n';

function eventIn(block: string): ServerEvent {
  const lines = block.split('\n');
  return { name: valuesOf(lines, 'event')[0] ?? 'message', data: valuesOf(lines, 'data').join('\n') };
}

function valuesOf(lines: readonly string[], field: string): string[] {
  const start = `${field}: `;
  return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
}
