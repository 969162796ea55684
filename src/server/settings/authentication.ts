import { z } from 'zod';
import { httpAddress } from './http-address.ts';
import { boolean, list, setting } from './setting.ts';

/** Algorithms with a public key. One with a shared secret would let who knows the public key sign tokens. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Whether docgraph verifies the tokens of clients, and who their users are. */
export const authenticationSettings = {
  jwtJwksUrl: setting(
    undefined,
    'Address of the keys (JWKS) by which the JWT in `Authorization` is verified. If set, requests whose token is not valid get status 401. It needs `JWT_ISSUER` or `JWT_AUDIENCE`. If unset, tokens are left to the REST service.',
    httpAddress,
  ),
  jwtIssuer: setting(undefined, 'The `iss` that tokens must have.', z.string().min(1)),
  jwtAudience: setting('', 'Comma-separated values of which `aud` of a token must have one.', list()),
  jwtAlgorithms: setting(
    'RS256,PS256,ES256,EdDSA,Ed25519',
    `Comma-separated algorithms that tokens may be signed with, of ${algorithms.join(', ')}.`,
    list().refine(
      (given) => given.length > 0 && given.every((name) => algorithms.includes(name)),
      `must be a comma-separated list of ${algorithms.join(', ')}`,
    ),
  ),
  jwtRequired: setting('true', 'Whether requests without `Authorization` get status 401, too.', boolean),
  verifiedJwtUserClaim: setting(
    undefined,
    "Claim of the JWT in `Authorization` that is the user's REST id, such as `sub`, for `viewer`. Without `JWT_JWKS_URL`, set it only where a proxy in front of the gateway lets none pass that is not verified. If unset, nobody is known.",
    z.string().min(1),
  ),
};

/** What is wrong with settings that are valid by themselves. */
export function authenticationMistakes(values: Readonly<Record<string, unknown>>): string[] {
  const { jwtJwksUrl, jwtIssuer, jwtAudience, upstreamToken } = values;
  const hasAudience = Array.isArray(jwtAudience) && jwtAudience.length > 0;
  if (jwtJwksUrl === undefined) {
    const unused = [...(jwtIssuer === undefined ? [] : ['JWT_ISSUER']), ...(hasAudience ? ['JWT_AUDIENCE'] : [])];
    return unused.map((name) => `${name} needs JWT_JWKS_URL: without it, tokens are not verified.`);
  }
  const mistakes: string[] = [];
  if (jwtIssuer === undefined && !hasAudience) {
    mistakes.push('JWT_JWKS_URL needs JWT_ISSUER or JWT_AUDIENCE: its keys may sign tokens for other services, too.');
  }
  if (upstreamToken !== undefined) {
    mistakes.push('JWT_JWKS_URL and UPSTREAM_TOKEN exclude each other: clients without a token would use that one.');
  }
  return mistakes;
}
