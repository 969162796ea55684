import type { Settings } from '../settings/settings.ts';
import { claimOf } from './jwt-claim.ts';

/** The user of an `Authorization` that a client sends itself; undefined where nobody is known. */
export type UserOf = (authorization: string | undefined) => string | undefined;

interface TokenUser {
  authorization: string;
  userId?: string | undefined;
}

/** Knows users by a claim of their tokens, or else those of the sandbox. Undefined where it would know nobody. */
export function knownUsers(
  { verifiedJwtUserClaim: claim }: Settings,
  sandbox: { users: readonly TokenUser[] } | undefined,
): UserOf | undefined {
  if (claim !== undefined) return (authorization) => claimOf(authorization, claim);
  if (sandbox === undefined) return undefined;
  const users = new Map<string | undefined, string | undefined>();
  for (const { authorization, userId } of sandbox.users) users.set(authorization, userId);
  return (authorization) => users.get(authorization);
}
