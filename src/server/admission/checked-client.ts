import { isHeaderValue } from '../http/headers.ts';
import type { ClientIdentity } from '../http/http-messages.ts';
import { reservedHeaders } from '../settings/reserved-headers.ts';
import { isUserId } from './jwt-claim.ts';

/** What an embedder says of a client cannot be used. The message says why, without a value: it is for the log. */
export class InvalidClient extends TypeError {}

/** Headers that an embedder must not set. */
const reserved = new RegExp(`^(?:${reservedHeaders.join('|')}|content-.*|proxy-.*)$`, 'i');

/** What an embedder says of a client. Throws an InvalidClient where it has another form, which callers without types may give. */
export function checkedClient(client: ClientIdentity): ClientIdentity {
  const { authorization, headers, identity, userId } = client;
  // Values such as null would make one client of all that have none.
  if (identity !== undefined && typeof identity !== 'string') throw new InvalidClient('"identity" must be a string.');
  if (authorization !== undefined && !(typeof authorization === 'string' && isHeaderValue(authorization)))
    throw new InvalidClient('"authorization" must be a string that a header can hold.');
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!/^[\w-]{1,100}$/.test(name)) throw new InvalidClient('"headers" has an invalid name.');
    if (reserved.test(name)) throw new InvalidClient(`"headers" must not have ${name}.`);
    if (!isHeaderValue(value)) throw new InvalidClient(`"headers" has a value for ${name} that a header cannot hold.`);
  }
  if (userId !== undefined && !isUserId(userId))
    throw new InvalidClient('"userId" must be a string that a path can contain.');
  return client;
}
