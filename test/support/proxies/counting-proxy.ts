import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type CountingProxy = Awaited<ReturnType<typeof startCountingProxy>>;

/** Starts a proxy of TCP connections to a server; `bytesSent` tells how many bytes clients have got from it so far. */
export async function startCountingProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let sent = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    upstream.on('data', (chunk: Buffer) => {
      sent += chunk.length;
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bytesSent: () => sent, close };
}
