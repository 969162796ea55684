import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived at the upstream. */
export interface ReceivedRequest {
  method: string;
  /** Path and query, byte for byte. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What the upstream does with a request: answers, breaks off, or nothing at all. */
export type Reply = (response: ServerResponse, request: ReceivedRequest) => void;

export interface FaultUpstream {
  url: string;
  /** Every request so far, oldest first. */
  arrived: ReceivedRequest[];
  /** Answers so from now on, and forgets what arrived. */
  reply(reply: Reply): void;
  close(): Promise<void>;
}

/** A REST service that answers as a test says, in HTTP or out of it. */
export async function startFaultUpstream(): Promise<FaultUpstream> {
  const arrived: ReceivedRequest[] = [];
  let current: Reply = json({});
  const server = createServer((message, response) => {
    // A client that goes away in the middle is part of some tests.
    response.on('error', () => {});
    readBody(message).then(
      (body) => {
        const request = { method: message.method ?? '', url: message.url ?? '', headers: message.headers, body };
        arrived.push(request);
        current(response, request);
      },
      () => {},
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    arrived,
    reply: (reply) => {
      arrived.length = 0;
      current = reply;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

type Headers = Record<string, string>;

/** An answer of JSON. */
export function json(value: unknown, status = 200, headers: Headers = {}): Reply {
  return text(JSON.stringify(value), status, { 'content-type': 'application/json', ...headers });
}

/** An answer of anything. */
export function text(body: string | Buffer, status = 200, headers: Headers = {}): Reply {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** Bytes straight onto the connection, which is then closed. */
export function bytes(data: string): Reply {
  return (response) => {
    response.socket?.end(data);
  };
}

/** Closes the connection without a byte. */
export const cut: Reply = (response) => {
  response.socket?.destroy();
};

/** Leaves the request unanswered. */
export const never: Reply = () => {};

/** The first reply for the first request, and so on; the last one for all that follow. */
export function inTurn(...replies: [Reply, ...Reply[]]): Reply {
  let turn = 0;
  return (response, request) => {
    const reply = replies[Math.min(turn, replies.length - 1)] as Reply;
    turn += 1;
    reply(response, request);
  };
}

/** A reply by the request's path, without its query; 404 for any other. */
export function byPath(replies: Readonly<Record<string, Reply>>): Reply {
  return (response, request) => {
    const reply = replies[request.url.split('?')[0] as string] ?? json({ message: 'Nothing here.' }, 404);
    reply(response, request);
  };
}
