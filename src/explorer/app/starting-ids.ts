import type { ExplorerConfig } from '../../server/transport/explorer.ts';
import { type Example, examples, startingIds } from '../examples.ts';
import { storedHeaders } from './connection/use-connection.ts';
import { fillIds } from './ids.ts';

/** How long the page waits for the ids before it renders without them, in milliseconds. */
const timeoutMs = 2000;

/**
 * The examples, with ids in their variables if the configuration has headers with a token. Otherwise the ids stay empty
 * until responses fill them: the page sends no request to a real service before the user executes a query.
 */
export async function examplesWithIds({ endpoint, headers }: ExplorerConfig): Promise<readonly Example[]> {
  if (!headers) return examples;
  const current = storedHeaders() ?? headers;
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...current },
      body: JSON.stringify({ query: startingIds }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { data } = (await response.json()) as { data?: unknown };
    return examples.map((example) => ({ ...example, variables: fillIds(example.variables, data) }));
  } catch {
    // The page works without the ids; the first executed query shows any problem with the gateway.
    return examples;
  }
}
