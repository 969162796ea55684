import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the upstream received it. */
export interface ReceivedRequest {
  method: string;
  /** Path and query, unchanged. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The upstream's reaction to a request: a response, a closed connection, or nothing. */
export type Reply = (response: ServerResponse, request: ReceivedRequest) => void;

export interface FaultUpstream {
  url: string;
  /** The requests since the last `reply`, oldest first. */
  arrived: ReceivedRequest[];
  /** Sets the reply to all further requests, and clears `arrived`. */
  reply(reply: Reply): void;
  close(): Promise<void>;
}

/** Starts a REST service whose replies the test controls, down to the bytes on the connection. */
export async function startFaultUpstream(): Promise<FaultUpstream> {
  const arrived: ReceivedRequest[] = [];
  let current: Reply = json({});
  const server = createServer((message, response) => {
    // Some tests abort requests.
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

/** A JSON response. */
export function json(value: unknown, status = 200, headers: Headers = {}): Reply {
  return text(JSON.stringify(value), status, { 'content-type': 'application/json', ...headers });
}

/** A response with any body. */
export function text(body: string | Buffer, status = 200, headers: Headers = {}): Reply {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** Writes raw bytes to the connection and closes it. */
export function bytes(data: string): Reply {
  return (response) => {
    response.socket?.end(data);
  };
}

/** Closes the connection without a response. */
export const cut: Reply = (response) => {
  response.socket?.destroy();
};

/** Never responds. */
export const never: Reply = () => {};

/** Uses the replies in order, one per request, and the last one for all further requests. */
export function inTurn(...replies: [Reply, ...Reply[]]): Reply {
  let turn = 0;
  return (response, request) => {
    const reply = replies[Math.min(turn, replies.length - 1)] as Reply;
    turn += 1;
    reply(response, request);
  };
}

/** Selects the reply by the request's path, without its query; 404 for any other path. */
export function byPath(replies: Readonly<Record<string, Reply>>): Reply {
  return (response, request) => {
    const reply = replies[request.url.split('?')[0] as string] ?? json({ message: 'Nothing here.' }, 404);
    reply(response, request);
  };
}
