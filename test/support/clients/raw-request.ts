import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RawRequest {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body: string | Buffer;
}

/** A raw response: all headers except the date and the timing, in their order, and the body byte for byte. */
export interface RawResponse {
  status: number | undefined;
  headers: string[];
  body: string;
}

/** The request id that is sent by default, so that responses to equal requests are equal. */
const requestId = 'raw-request';

/** Sends exactly these bytes, by default as a JSON POST to `/graphql`. */
export async function sendRaw(origin: string, { path = '/graphql', method = 'POST', headers, body }: RawRequest) {
  const defaults = { 'content-type': 'application/json', 'x-request-id': requestId };
  const sent = request(new URL(path, origin), { method, headers: { ...defaults, ...headers } });
  sent.end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject),
  );
  const bytes = await buffer(response);
  const pairs = response.rawHeaders.flatMap((name, i, all) => (i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : []));
  const raw: RawResponse = {
    status: response.statusCode,
    headers: pairs.filter((pair) => !/^(?:date|server-timing): /i.test(pair)),
    body: bytes.toString('latin1'),
  };
  return raw;
}
