/** An event of a stream: its name, and its data. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Reads the events of a response (https://html.spec.whatwg.org/multipage/server-sent-events.html). Rejects where it is cut off. */
export async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (text + part.value).split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks.map(eventIn);
  }
}

function eventIn(block: string): ServerEvent {
  const lines = block.split('\n');
  return { name: valuesOf(lines, 'event')[0] ?? 'message', data: valuesOf(lines, 'data').join('\n') };
}

function valuesOf(lines: readonly string[], field: string): string[] {
  const start = `${field}: `;
  return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
}
