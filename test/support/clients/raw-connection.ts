import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A TCP connection that sends exactly what a test tells it to. */
export interface RawConnection {
  socket: Socket;
  /** What has been received so far. */
  received(): string;
  /** Resolves when a text has been received. */
  receives(text: string): Promise<void>;
  /** Resolves to all that was received, when the server has closed the connection. */
  closed: Promise<string>;
}

/** Connects to a server, and reads what it sends. */
export async function connectRaw(origin: string): Promise<RawConnection> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  // A server may reset the connection where the client goes on sending.
  socket.on('error', () => {});
  const closed = once(socket, 'close').then(() => text);
  await once(socket, 'connect');
  const receives = async (wanted: string) => {
    while (!text.includes(wanted)) await once(socket, 'data');
  };
  return { socket, received: () => text, receives, closed };
}

/** The bytes of a POST of a GraphQL query. */
export function postOf(query: string, headers: Record<string, string> = {}): string {
  const body = JSON.stringify({ query });
  return `${headOf({ 'content-length': String(Buffer.byteLength(body)), ...headers })}${body}`;
}

/** The head of a POST of a GraphQL query. */
export function headOf(headers: Record<string, string> = {}, path = '/graphql'): string {
  const all = { host: 'gateway', 'content-type': 'application/json', authorization: 'Bearer token', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
