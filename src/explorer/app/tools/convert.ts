import { isJsonObject } from '../../../engine/contract/json.ts';
import type { ConvertedOperation } from '../../../engine/conversion/converted-operation.ts';
import type { OperationText, RestWrite } from '../../../engine/conversion/rest-writes.ts';

/** The operation that makes a REST call. Rejects with the gateway's message for a text that it cannot convert. */
export function operationFromRest(endpoint: string, rest: string): Promise<ConvertedOperation> {
  return convert<ConvertedOperation>(endpoint, { rest });
}

/** The REST calls of an operation's mutations, with their bodies. */
export async function writesOf(endpoint: string, operation: OperationText): Promise<RestWrite[]> {
  return (await convert<{ calls: RestWrite[] }>(endpoint, operation)).calls;
}

/** The gateway converts: it knows the contract, which would double the page. */
async function convert<Result>(endpoint: string, body: object): Promise<Result> {
  // Relative to the page, as that of GraphQL is on the gateway that serves it.
  const address = /^https?:/.test(endpoint) ? endpoint.replace(/graphql$/, 'convert') : 'convert';
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error('The gateway does not respond.');
  });
  // A proxy may respond in place of the gateway.
  const result: unknown = await response.json().catch(() => undefined);
  if (response.ok && isJsonObject(result)) return result as Result;
  const message = isJsonObject(result) ? result.message : undefined;
  throw new Error(typeof message === 'string' ? message : `The gateway responds with status ${response.status}.`);
}
