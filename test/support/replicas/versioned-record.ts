import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A service with one organization, whose title is the number of writes so far. */
export interface VersionedRecord {
  readonly url: string;
  /** How often it was written with a title. */
  timesWritten(title: string): number;
  /** The reads that the service got. */
  readonly reads: number;
  close(): Promise<void>;
}

export async function startVersionedRecord(): Promise<VersionedRecord> {
  const written = new Map<string, number>();
  let version = 0;
  let reads = 0;
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') reads++;
    else {
      const { title } = (await json(request)) as { title: string };
      version++;
      written.set(title, (written.get(title) ?? 0) + 1);
    }
    const body = JSON.stringify({ object: 'organization', id: 'a', title: `${version}` });
    // Time for others to read what is being written, or to write what is being read.
    setTimeout(() => response.setHeader('content-type', 'application/json').end(body), 3);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timesWritten: (title) => written.get(title) ?? 0,
    get reads() {
      return reads;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
