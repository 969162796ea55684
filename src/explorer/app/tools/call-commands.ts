import { curlOf } from '../../../engine/conversion/curl.ts';
import type { OperationText } from '../../../engine/conversion/rest-writes.ts';
import { writesOf } from './convert.ts';

/** A REST call as explain lists it. */
export interface ListedCall {
  method: string;
  /** Path and query. */
  path: string;
}

/** What the commands are made for. */
export interface CallSource {
  endpoint: string;
  /** Base URL of the REST service; `$REST_URL` if the page does not know it. */
  restUrl: string;
  /** The operation that made the calls. */
  request: OperationText;
}

/**
 * Calls as curl commands, one a paragraph, without the token. Explain lists no bodies: those of writes are derived from the
 * operation that made them.
 */
export async function commandsOf(
  calls: readonly ListedCall[],
  { endpoint, restUrl, request }: CallSource,
): Promise<string> {
  const hasWrites = calls.some(({ method }) => method !== 'GET');
  const writes = hasWrites ? await writesOf(endpoint, request) : [];
  const commands = calls.map(({ method, path }) => {
    const write = writes.find((one) => one.method === method && one.path === path);
    return curlOf({ method, url: restUrl.replace(/\/$/, '') + path, body: write?.body });
  });
  return `${commands.join('\n')}\n`;
}
