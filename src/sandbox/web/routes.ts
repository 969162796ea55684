import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RestError } from '../errors.ts';
import type { Session } from '../handlers.ts';
import { authenticate } from '../routes.ts';
import { sandboxTokens } from '../seed/tokens.ts';
import type { Store } from '../store.ts';
import { localPaths } from '../urls.ts';
import { renderAppPage } from './app-page.ts';
import { downloadAt } from './files.ts';
import { type Html, html, pageDocument } from './html.ts';
import { errorPage, renderPublished } from './published-site.ts';
import { stylesheet } from './stylesheet.ts';

/** Pages hold no scripts, and browsers run none. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Serves what the URLs of records refer to: files, PDFs, published sites, and read-only pages of the app. */
export function addWebRoutes(app: FastifyInstance, store: Store): void {
  app.get('/assets/pages.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(stylesheet));
  app.get(`${localPaths.files}/*`, async (request, reply) => {
    const { contentType, bytes } = await downloadAt(store, segmentsOf(request));
    // A picture must not run scripts when it is opened on its own.
    reply.headers({
      ...pageHeaders,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    return reply.type(contentType).send(bytes);
  });
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(pageHeaders).type('text/html; charset=utf-8');
    });
    scope.setErrorHandler(sendErrorPage);
    scope.get(localPaths.app, (request) => renderAppPage(viewerSession(store, request), []));
    scope.get(`${localPaths.app}/*`, (request) => renderAppPage(viewerSession(store, request), segmentsOf(request)));
    scope.get(`${localPaths.sites}/*`, (request) =>
      renderPublished(store, segmentsOf(request), optionalSession(store, request)),
    );
    addSignIn(scope);
  });
}

/** The form of the sign-in page sets a cookie that no script can read, and returns to the page. */
function addSignIn(scope: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: 4096 } as const;
  scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
    done(null, new URLSearchParams(body.toString())),
  );
  scope.post(`${localPaths.app}/sign-in`, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const token = /^[\w-]{1,100}$/.exec(form.get('token') ?? '')?.[0];
    if (token === undefined) throw new RestError(400, 'invalid_request', 'The token is missing or invalid.');
    reply.header('set-cookie', `${tokenCookie}=${token}; Path=/; HttpOnly; SameSite=Lax`);
    return reply.redirect(safeReturn(form.get('returnTo')), 303);
  });
}

function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500 } = error as { statusCode?: number };
  const status = error instanceof RestError ? error.status : statusCode;
  const message = error instanceof RestError ? error.message : 'The page could not be shown.';
  if (status >= 500) console.error(error);
  const page = status === 401 ? signInPage(request.url.split('?')[0] ?? '', message) : errorPage(status, message);
  return reply.code(status).headers(pageHeaders).type('text/html; charset=utf-8').send(page);
}

/** Name of the cookie that holds the token of a browser. Its path is the app's, so no other page receives it. */
const tokenCookie = 'sandbox_token';

/** The session of a page's viewer: by `Authorization`, or by the cookie of the sign-in page. @throws 401 */
function viewerSession(store: Store, request: FastifyRequest): Session {
  return { store, caller: authenticate(store, request.headers.authorization ?? cookieAuthorization(request)) };
}

/** Like `viewerSession`; undefined for a viewer who is not signed in. */
function optionalSession(store: Store, request: FastifyRequest): Session | undefined {
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
function segmentsOf({ url }: FastifyRequest): string[] {
  const [path = ''] = url.split('?');
  try {
    return path.split('/').slice(2).map(decodeURIComponent).filter(Boolean);
  } catch {
    throw new RestError(404, 'not_found', 'The address is not valid.');
  }
}

/**
 * The sign-in page, with a button for each of the sandbox's users. `returnTo` is the path to go to afterwards. The tokens
 * are no secrets: the sandbox prints them at start.
 */
function signInPage(returnTo: string, message: string): string {
  const users = Object.entries(sandboxTokens).map(([user, token]): Html => {
    return html`<li><form method="post" action="/app/sign-in">
<input type="hidden" name="returnTo" value="${returnTo}">
<button name="token" value="${token}">Continue as ${user}</button>
</form></li>`;
  });
  return pageDocument({
    title: 'Sign in',
    home: { href: '/app', text: 'Inkwell sandbox' },
    main: html`<h1>Sign in</h1><p>${message}</p><ul>${users}</ul>`,
    indexed: false,
  });
}

/** A path of the sandbox to return to: `/app` for an address of another host, or for no address. */
function safeReturn(path: string | null): string {
  return path !== null && /^\/(?:app|sites)(?:\/[\w~.%\-/]*)?$/.test(path) ? path : '/app';
}
