import { getIronSession, type SessionOptions } from 'iron-session';
import { cookies } from 'next/headers';

export interface Session {
  /** REST id of the user. */
  userId?: string;
  /** Sent to the REST service. It leaves this server only encrypted, inside the cookie. */
  token?: string;
}

/** The session of the current request. It is empty without a cookie, and if the cookie is expired or was changed. */
export async function currentSession() {
  return getIronSession<Session>(await cookies(), sessionOptions());
}

/** Throws for a missing secret. */
export function sessionOptions(): SessionOptions {
  return {
    cookieName: 'session',
    password: requiredSecret(),
    ttl: 8 * 60 * 60,
    cookieOptions: {
      httpOnly: true,
      // Not sent with requests of other sites, except when a link leads here.
      sameSite: 'lax',
      // Browsers send it to http://localhost, too.
      secure: process.env.NODE_ENV === 'production',
      path: '/',
    },
  };
}

function requiredSecret(): string {
  const { SESSION_SECRET: secret = '' } = process.env;
  if (secret.length < 32) throw new Error('SESSION_SECRET must have at least 32 characters.');
  return secret;
}
