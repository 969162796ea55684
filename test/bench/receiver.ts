import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeTraces } from '../support/services/otlp-messages.ts';
import type { ReceiverReport } from './receiver-process.ts';

// A receiver of traces over OTLP/HTTP. It decodes the first export of each connection, and takes the bytes of the others.

let spans = 0;
let bytes = 0;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (spans === 0) chunks.push(chunk);
  });
  request.once('end', () => {
    if (spans === 0) spans = decodeTraces(Buffer.concat(chunks)).flatMap((batch) => batch.spans).length;
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  report({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

process.on('message', () => report({ spans, bytes }));
process.once('disconnect', () => process.exit(0));

function report(message: ReceiverReport): void {
  process.send?.(message);
}
