import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server on loopback that gives every name the same IPv4 addresses. */
export interface NameServer {
  readonly port: number;
  close(): void;
}

const headerLength = 12;
const seconds = 5;

export async function startNameServer(addresses: readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(replyTo(query, addresses), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}

/** The question is repeated, and followed by a record for each address; none for a question about IPv6. */
function replyTo(query: Buffer, addresses: readonly string[]): Buffer {
  let end = headerLength;
  while (query[end] !== 0) end += (query[end] as number) + 1;
  const question = query.subarray(headerLength, end + 5);
  const isIPv4 = question.readUInt16BE(question.length - 4) === 1;
  const records = isIPv4 ? addresses.map(recordOf) : [];
  const header = Buffer.from([query[0] as number, query[1] as number, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
  return Buffer.concat([header, question, ...records]);
}

function recordOf(address: string): Buffer {
  // The name is that of the question; type A, class IN.
  return Buffer.from([0xc0, headerLength, 0, 1, 0, 1, 0, 0, 0, seconds, 0, 4, ...address.split('.').map(Number)]);
}
