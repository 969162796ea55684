import { sandboxTokens } from 'docgraph';

/**
 * Demo only: the users of the sandbox, without passwords. An application gets the user and the token from its identity
 * provider, for example at the end of an OAuth code flow.
 */
const users: ReadonlyMap<string, string> = new Map(Object.entries(sandboxTokens));

export const userIds: readonly string[] = [...users.keys()];

/** The token that the REST service takes for a user; undefined for unknown users. */
export function tokenOf(userId: string): string | undefined {
  return users.get(userId);
}
