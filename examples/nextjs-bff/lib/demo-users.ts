import { createSandbox, sandboxTokens } from 'docgraph';
import type { Session } from './session';

const tokens: ReadonlyMap<string, string> = new Map(Object.entries(sandboxTokens));

export const userNames: readonly string[] = [...tokens.keys()];

/**
 * Demo only: the session of a user of the sandbox, without a password; undefined for unknown users. An application gets the id and the
 * token from its identity provider, for example at the end of an OAuth code flow.
 */
export async function demoSession(name: string): Promise<Required<Session> | undefined> {
  const token = tokens.get(name);
  if (token === undefined) return undefined;
  // The ids of users are the same in every sandbox.
  const userId = (await createSandbox()).userIdOf(token);
  return userId === undefined ? undefined : { userId, token };
}
