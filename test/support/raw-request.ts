import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RawRequest {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body: string | Buffer;
}

/** An answer as it came: all headers but the date in their order, and the body byte for byte. */
export interface RawResponse {
  status: number | undefined;
  headers: string[];
  body: string;
}

/** Posts exactly these bytes as JSON, unless the request says otherwise. */
export async function exchange(origin: string, { path = '/graphql', method = 'POST', headers, body }: RawRequest) {
  const sent = request(new URL(path, origin), { method, headers: { 'content-type': 'application/json', ...headers } });
  sent.end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject),
  );
  const bytes = await buffer(response);
  const pairs = response.rawHeaders.flatMap((name, i, all) => (i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : []));
  const answer: RawResponse = {
    status: response.statusCode,
    headers: pairs.filter((pair) => !pair.startsWith('Date: ')),
    body: bytes.toString('latin1'),
  };
  return answer;
}
