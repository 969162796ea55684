import { connect, type Socket } from 'node:net';

/** A part of what is written to a connection; a number is a pause in milliseconds. */
export type Part = string | Buffer | number;

export interface Exchange {
  /** All bytes that came back, as latin1. */
  text: string;
  /** The statuses of the responses, in order. */
  statuses: number[];
  /** Whether the server closed the connection within the time. */
  isClosed: boolean;
}

/**
 * Writes parts to a new connection, and collects what comes back until the connection closes, the time is over, or a response was the
 * last thing to come for `quietMs`.
 */
export async function exchange(
  origin: string,
  parts: readonly Part[],
  timeoutMs = 5_000,
  quietMs = timeoutMs,
): Promise<Exchange> {
  const socket = await open(origin);
  let text = '';
  const closed = new Promise<boolean>((resolve) => {
    let quiet: NodeJS.Timeout | undefined;
    socket.once('close', () => resolve(true));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      clearTimeout(quiet);
      if (/HTTP\/1\.1 [2-5]\d\d /.test(text)) quiet = setTimeout(() => resolve(false), quietMs).unref();
    });
    setTimeout(() => resolve(false), timeoutMs).unref();
  });
  for (const part of parts) {
    if (typeof part === 'number') await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, part))]);
    else if (socket.writable) socket.write(part);
  }
  const isClosed = await closed;
  socket.destroy();
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { text, statuses, isClosed };
}

/** A connection that ignores resets, from an address of this machine. */
export async function open(origin: string, localAddress?: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
}
