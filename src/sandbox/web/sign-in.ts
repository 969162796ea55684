import { sandboxTokens } from '../seed/tokens.ts';
import { type Html, html, pageDocument } from './html.ts';

/**
 * The sign-in page, with a button for each of the sandbox's users. `returnTo` is the path to go to afterwards. The tokens
 * are no secrets: the sandbox prints them at start.
 */
export function signInPage(returnTo: string, message: string): string {
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
export function safeReturn(path: string | null): string {
  return path !== null && /^\/(?:app|sites)(?:\/[\w~.%\-/]*)?$/.test(path) ? path : '/app';
}
