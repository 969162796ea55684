import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decodeTraces, encodePartialSuccess, type ReceivedBatch, type ReceivedSpan } from './otlp-messages.ts';

/** What a receiver does with an export. */
type Reaction = (response: ServerResponse) => void;

export interface OtlpReceiver {
  url: string;
  /** What was accepted, in its order. */
  batches: ReceivedBatch[];
  /** The requests, those that were not accepted included. */
  requests: { path: string; headers: IncomingHttpHeaders; bytes: Buffer }[];
  /** The accepted spans. */
  spans(): ReceivedSpan[];
  /** The accepted spans, as soon as so many have arrived. */
  received(count: number): Promise<ReceivedSpan[]>;
  /** What happens to the next exports, in turn; those after them are accepted. */
  react(...reactions: Reaction[]): void;
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Record<string, string> = {}): Reaction =>
  (response) =>
    void response.writeHead(code, headers).end();
export const partialSuccess =
  (rejectedSpans: number, message = ''): Reaction =>
  (response) =>
    void response.writeHead(200).end(encodePartialSuccess(rejectedSpans, message));
export const closeConnection: Reaction = (response) => void response.socket?.destroy();
export const neverRespond: Reaction = () => {};

/** A receiver of traces over OTLP/HTTP. It rejects what is not protobuf, and decodes the rest. */
export async function startOtlpReceiver(port = 0): Promise<OtlpReceiver> {
  const batches: ReceivedBatch[] = [];
  const requests: OtlpReceiver['requests'] = [];
  let reactions: Reaction[] = [];
  const spans = () => batches.flatMap((batch) => batch.spans);
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request).catch(() => Buffer.alloc(0));
    requests.push({ path: request.url ?? '', headers: request.headers, bytes });
    const [reaction, ...others] = reactions;
    reactions = others;
    if (reaction !== undefined) {
      reaction(response);
      return;
    }
    batches.push(...decodeTraces(bytes));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const received = async (count: number) => {
    while (spans().length < count) await new Promise((resolve) => setTimeout(resolve, 10));
    return spans();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    requests,
    spans,
    received,
    react: (...given) => {
      reactions = given;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
