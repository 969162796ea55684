import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RestError } from '../errors.ts';
import type { Store } from '../store.ts';
import { localPaths } from '../urls.ts';
import { renderAppPage } from './app-page.ts';
import { downloadAt } from './files.ts';
import { errorPage, renderPublished } from './published-site.ts';
import { safeReturn, signInPage } from './sign-in.ts';
import { stylesheet } from './stylesheet.ts';
import { optionalSession, segmentsOf, tokenCookie, viewerSession } from './viewer.ts';

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
