import type { IncomingMessage } from 'node:http';

/**
 * Reads a body whose length is known, and shows it to `take`. Where that does not take it, the body is put back, and
 * `pass` gets the request as if nobody had looked.
 */
export function offerBody(
  request: IncomingMessage,
  length: number,
  take: (body: Buffer) => boolean,
  pass: () => void,
): void {
  const chunks: Buffer[] = [];
  let received = 0;
  const collect = (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received < length) return;
    request.off('data', collect);
    const body = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    if (take(body)) return;
    request.pause();
    request.unshift(body);
    pass();
  };
  request.on('data', collect);
}
