import type { ExplorerConfig } from '../../server/explorer.ts';
import { type Example, examples, startingIds } from '../examples.ts';
import { fillIds } from '../ids.ts';

/** How long the page may wait for the ids before it stands without them, in milliseconds. */
const patience = 2000;

/**
 * The examples, with ids in their variables where the gateway gave a token to ask with. Without one, the ids stay empty
 * until answers fill them: a real service is never asked for anything before its user runs something.
 */
export async function examplesWithIds({ endpoint, headers }: ExplorerConfig): Promise<readonly Example[]> {
  if (!headers) return examples;
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: startingIds }),
      signal: AbortSignal.timeout(patience),
    });
    const { data } = (await response.json()) as { data?: unknown };
    return examples.map((example) => ({ ...example, variables: fillIds(example.variables, data) }));
  } catch {
    // The page is useful without the ids, and shows what is wrong with the gateway at the first run.
    return examples;
  }
}
