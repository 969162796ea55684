import { hash } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { textOf } from '../http/headers.ts';
import { LruCache } from '../runtime/lru-cache.ts';
import type { Settings } from '../settings/settings.ts';
import { type Authenticate, AuthenticationUnavailable } from './authentication.ts';
import { claimOf } from './jwt-claim.ts';

type JwtSettings = Pick<
  Settings,
  'jwtIssuer' | 'jwtAudience' | 'jwtAlgorithms' | 'jwtRequired' | 'verifiedJwtUserClaim'
>;

/** Longest time for which a token is not verified again, in milliseconds: keys may be withdrawn. */
const verifiedMs = 60_000;

/** How far the clocks of who signs tokens and of this process may differ, in seconds. */
const clockTolerance = 5;

/** Timeout of a request for the keys, in milliseconds. */
const timeoutDuration = 5_000;

/**
 * Lets requests pass whose `Authorization` holds a valid JWT, and sends that to the service. Its keys are read again after ten
 * minutes, and for a token of an unknown key, at most every 30 seconds.
 */
export function jwtAuthentication(keys: URL, settings: JwtSettings): Authenticate {
  const verifier = new JwtVerifier(keys, settings);
  const { jwtRequired, verifiedJwtUserClaim: claim } = settings;
  return async ({ headers }) => {
    const authorization = textOf(headers.authorization);
    if (authorization === '' && !jwtRequired) return {};
    await verifier.verify(authorization);
    return { authorization, userId: claim === undefined ? undefined : claimOf(authorization, claim) };
  };
}

class JwtVerifier {
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;
  readonly #options: Parameters<typeof jwtVerify>[2];
  /** By the hash of a token: until when it need not be verified, on the clock of `Date.now()`. */
  readonly #verified = new LruCache<number>({ entries: 10_000, characters: 10_000 * 64 });

  constructor(keys: URL, { jwtIssuer, jwtAudience, jwtAlgorithms }: JwtSettings) {
    this.#keys = createRemoteJWKSet(keys, { timeoutDuration });
    this.#options = {
      algorithms: jwtAlgorithms,
      requiredClaims: ['exp'],
      clockTolerance,
      ...(jwtIssuer !== undefined && { issuer: jwtIssuer }),
      ...(jwtAudience.length > 0 && { audience: jwtAudience }),
    };
  }

  /** Rejects for a token that is not valid, and with an AuthenticationUnavailable where the keys cannot be read. */
  async verify(authorization: string): Promise<void> {
    const [, token] = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization) ?? [];
    if (token === undefined) throw new Error('No JWT.');
    const key = hash('sha256', token, 'base64url');
    const until = this.#verified.get(key);
    if (until !== undefined && until > Date.now()) return;
    const { payload } = await jwtVerify(token, this.#keys, this.#options).catch(throwUnavailable);
    this.#verified.set(key, Math.min((payload.exp as number) * 1000, Date.now() + verifiedMs));
  }
}

/** The codes of errors about a token, and not about the keys. */
const tokenFaults: ReadonlySet<string> = new Set([
  errors.JWTClaimValidationFailed.code,
  errors.JWTExpired.code,
  errors.JWTInvalid.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
  errors.JWKSNoMatchingKey.code,
  errors.JWKSMultipleMatchingKeys.code,
]);

function throwUnavailable(error: unknown): never {
  if (error instanceof errors.JOSEError && tokenFaults.has(error.code)) throw error;
  throw new AuthenticationUnavailable('The keys cannot be read.', { cause: error });
}
