import { curlOf } from '../../../engine/conversion/curl.ts';
import type { OperationText, RestWrite } from '../../../engine/conversion/rest-writes.ts';
import { writesOf } from './convert.ts';

/** A REST call as explain lists it. */
export interface ListedCall {
  /** The field that it was made for: response names from the root, joined by dots. */
  field?: string;
  operation: string;
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
  const commands = calls.map((call) => {
    const body = writeOf(call, calls, writes)?.body;
    return curlOf({ method: call.method, url: restUrl.replace(/\/$/, '') + call.path, body });
  });
  return `${commands.join('\n')}\n`;
}

/**
 * The write that made a call. A field may make several, each with a path of its own. Where an earlier write returned an id of
 * the path, the derived path does not have it, and the position tells.
 */
function writeOf(call: ListedCall, calls: readonly ListedCall[], writes: readonly RestWrite[]): RestWrite | undefined {
  const isSame = (one: { field?: string; operation: string }) =>
    one.field === call.field && one.operation === call.operation;
  const candidates = writes.filter(isSame);
  return candidates.find(({ path }) => path === call.path) ?? candidates[calls.filter(isSame).indexOf(call)];
}
