import { throwOnFieldError } from 'docgraph/client';
import { redirect } from 'next/navigation';
import type { TypedDocumentString } from '../gql/graphql';
import { gateway, isExplained } from './gateway';

export interface Execution<Data> {
  /** Reading a field that failed throws its `FieldError`: the types of the strict schema hold. */
  data: Data;
  /** How many REST calls it took; undefined where `EXPLAIN` is off. */
  restCalls: number | undefined;
}

/**
 * Executes a document in-process, as the user of the session. Without a session, the sign-in form is shown.
 * @throws FieldError if there is no data
 */
export async function execute<Data, Variables extends Readonly<Record<string, unknown>>>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Execution<Data>> {
  const { execute } = await gateway();
  const extensions = isExplained() ? { explain: true } : undefined;
  const result = await execute<Data>({ query: document.toString(), variables, extensions });
  if (result.errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) redirect('/sign-in');
  return { data: throwOnFieldError<Data>(result), restCalls: restCallsOf(result.extensions) };
}

function restCallsOf(extensions: Record<string, unknown> = {}): number | undefined {
  const explain = extensions.explain as { totals: { calls: number } } | undefined;
  return explain?.totals.calls;
}
