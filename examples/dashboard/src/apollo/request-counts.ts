import { ApolloLink } from '@apollo/client';
import { tap } from 'rxjs';

/** What one page of the dashboard has taken so far. */
export interface Counts {
  /** Path of the page. */
  path: string;
  requests: number;
  /** Undefined if the gateway's setting `EXPLAIN` is off. */
  restCalls: number | undefined;
}

/** Counts GraphQL requests, and the REST calls that the gateway made for them, for the page that is open. */
export class RequestCounts {
  readonly #listeners = new Set<() => void>();
  #counts: Counts = { path: '', requests: 0, restCalls: undefined };

  /** Asks the gateway for its calls by `extensions.explain`, and counts the responses to the open page. */
  readonly link = new ApolloLink((operation, forward) => {
    const path = location.pathname;
    operation.extensions = { ...operation.extensions, explain: true };
    return forward(operation).pipe(
      tap(({ extensions }) => {
        if (path === location.pathname) this.#add(path, restCallsOf(extensions));
      }),
    );
  });

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Counts => this.#counts;

  #add(path: string, calls: number | undefined): void {
    const { requests, restCalls } = path === this.#counts.path ? this.#counts : { requests: 0, restCalls: undefined };
    this.#counts = {
      path,
      requests: requests + 1,
      restCalls: calls === undefined ? restCalls : (restCalls ?? 0) + calls,
    };
    for (const listener of this.#listeners) listener();
  }
}

function restCallsOf(extensions: Record<string, unknown> | undefined): number | undefined {
  const explain = extensions?.explain as { totals: { calls: number } } | undefined;
  return explain?.totals.calls;
}
