import type { FastifyRequest } from 'fastify';
import { RestError } from '../errors.ts';
import type { Session } from '../handlers.ts';
import { authenticate } from '../routes.ts';
import type { Store } from '../store.ts';

/** Name of the cookie that holds the token of a browser. Its path is the app's, so no other page receives it. */
export const tokenCookie = 'sandbox_token';

/** The session of a page's viewer: by `Authorization`, or by the cookie of the sign-in page. @throws 401 */
export function viewerSession(store: Store, request: FastifyRequest): Session {
  return { store, caller: authenticate(store, request.headers.authorization ?? cookieAuthorization(request)) };
}

/** Like `viewerSession`; undefined for a viewer who is not signed in. */
export function optionalSession(store: Store, request: FastifyRequest): Session | undefined {
  try {
    return viewerSession(store, request);
  } catch (error) {
    if (error instanceof RestError && error.status === 401) return undefined;
    throw error;
  }
}

function cookieAuthorization({ headers }: FastifyRequest): string | undefined {
  const token = new RegExp(`(?:^|; )${tokenCookie}=([^;]+)`).exec(headers.cookie ?? '')?.[1];
  return token === undefined ? undefined : `Bearer ${token}`;
}

/** The decoded segments of a request's path after the first; the query is not part of them. @throws 404 */
export function segmentsOf({ url }: FastifyRequest): string[] {
  const [path = ''] = url.split('?');
  try {
    return path.split('/').slice(2).map(decodeURIComponent).filter(Boolean);
  } catch {
    throw new RestError(404, 'not_found', 'The address is not valid.');
  }
}
