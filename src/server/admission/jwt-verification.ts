import { hash } from 'node:crypto';
import { decodeProtectedHeader, errors, type JWTVerifyResult, jwtVerify } from 'jose';
import type { Logger } from 'pino';
import { textOf } from '../http/headers.ts';
import { LruCache } from '../runtime/lru-cache.ts';
import type { Settings } from '../settings/settings.ts';
import { type Authenticate, AuthenticationUnavailable } from './authentication.ts';
import { claimOf } from './jwt-claim.ts';
import { JwtKeys } from './jwt-keys.ts';

type JwtSettings = Pick<
  Settings,
  'jwtIssuer' | 'jwtAudience' | 'jwtAlgorithms' | 'jwtRequired' | 'verifiedJwtUserClaim'
>;

/** Longest time for which a token is not verified again, in milliseconds: keys may be withdrawn. */
const verifiedMs = 60_000;

/** How far the clocks of who signs tokens and of this process may differ, in seconds. */
const clockTolerance = 5;

/** Verifies the tokens of clients. */
export interface JwtAuthentication {
  readonly authenticate: Authenticate;
  readonly keys: Pick<JwtKeys, 'failingMs'>;
}

/** Lets requests pass whose `Authorization` holds a valid JWT, and sends that to the service. */
export function jwtAuthentication(url: URL, settings: JwtSettings, logger: Logger): JwtAuthentication {
  const keys = new JwtKeys(url, logger);
  const verifier = new JwtVerifier(keys, settings);
  const { jwtRequired, verifiedJwtUserClaim: claim } = settings;
  const authenticate: Authenticate = async ({ headers }) => {
    const authorization = textOf(headers.authorization);
    if (authorization === '' && !jwtRequired) return {};
    await verifier.verify(authorization);
    return { authorization, userId: claim === undefined ? undefined : claimOf(authorization, claim) };
  };
  return { authenticate, keys };
}

class JwtVerifier {
  readonly #keys: JwtKeys;
  readonly #options: Parameters<typeof jwtVerify>[2];
  /** By the hash of a token: until when it need not be verified, on the clock of `performance.now()`, which nobody sets. */
  readonly #verified = new LruCache<number>({ entries: 10_000, characters: 10_000 * 64 });

  constructor(keys: JwtKeys, { jwtIssuer, jwtAudience, jwtAlgorithms }: JwtSettings) {
    this.#keys = keys;
    this.#options = {
      algorithms: jwtAlgorithms,
      requiredClaims: ['exp'],
      clockTolerance,
      ...(jwtIssuer !== undefined && { issuer: jwtIssuer }),
      ...(jwtAudience.length > 0 && { audience: jwtAudience }),
    };
  }

  /** Rejects for a token that is not valid, and with an AuthenticationUnavailable where no key can be used. */
  async verify(authorization: string): Promise<void> {
    const [, token] = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization) ?? [];
    if (token === undefined) throw new Error('No JWT.');
    const key = hash('sha256', token, 'base64url');
    const until = this.#verified.get(key);
    if (until !== undefined && until > performance.now()) return;
    await this.#keys.available();
    const { payload } = await this.#verifyByAnyKey(token).catch(throwUnavailable);
    const remainingMs = (payload.exp as number) * 1000 - Date.now();
    this.#verified.set(key, performance.now() + Math.min(remainingMs, verifiedMs));
  }

  async #verifyByAnyKey(token: string): Promise<JWTVerifyResult> {
    try {
      return await this.#verifyByKnownKeys(token);
    } catch (error) {
      if (!mayBeOfNewKey(token, error) || !(await this.#keys.readAgain())) throw error;
      return await this.#verifyByKnownKeys(token);
    }
  }

  async #verifyByKnownKeys(token: string): Promise<JWTVerifyResult> {
    try {
      return await jwtVerify(token, this.#keys.find, this.#options);
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
      return await this.#verifyByOneOf(token, error);
    }
  }

  async #verifyByOneOf(token: string, keys: errors.JWKSMultipleMatchingKeys): Promise<JWTVerifyResult> {
    for await (const key of keys) {
      try {
        return await jwtVerify(token, key, this.#options);
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** Whether a token fails as its key may not have been read yet. One without `kid` does not say which key that is. */
function mayBeOfNewKey(token: string, error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    (error instanceof errors.JWSSignatureVerificationFailed && decodeProtectedHeader(token).kid === undefined)
  );
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
]);

/** What is left is about a key: one that cannot be imported, or that is too short for its algorithm. */
function throwUnavailable(error: unknown): never {
  if (error instanceof AuthenticationUnavailable) throw error;
  if (error instanceof errors.JOSEError && tokenFaults.has(error.code)) throw error;
  const cause = Object.assign(new Error('A key cannot be used.'), { code: 'UNUSABLE_KEY' });
  throw new AuthenticationUnavailable(cause.message, { cause });
}
