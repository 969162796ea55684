import { type Endpoint, pathParams } from '../../engine/engine.ts';

/** What became of a call: answered, empty or filled for a list, or the reason why there is nothing to check. */
export type Outcome = 'answered' | 'empty' | 'filled' | 'forbidden' | 'absent' | 'not-found';

/** An operation that could not be checked, or not fully. */
export interface Untried {
  readonly operation: string;
  readonly reason: string;
}

/** Counts the outcomes of each operation's calls. */
export class Outcomes {
  readonly #counts = new Map<Endpoint, Map<Outcome, number>>();
  readonly #examples = new Map<Endpoint, string>();

  add(endpoint: Endpoint, outcome: Outcome, example?: string): void {
    const counts = this.#counts.get(endpoint) ?? new Map<Outcome, number>();
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    this.#counts.set(endpoint, counts);
    if (example !== undefined && !this.#examples.has(endpoint)) this.#examples.set(endpoint, example);
  }

  /** The operations that are not found for any record that was tried, with one of their paths. */
  alwaysAbsent(): { endpoint: Endpoint; example: string }[] {
    return [...this.#counts].flatMap(([endpoint, counts]) => {
      const isAlways = counts.has('absent') && !counts.has('answered');
      return isAlways ? [{ endpoint, example: this.#examples.get(endpoint) ?? endpoint.path }] : [];
    });
  }

  /** The operations that could not be checked, with the reasons. `ending` is why no further call is sent. */
  untried(endpoints: readonly Endpoint[], ending: string | undefined): Untried[] {
    return endpoints.flatMap((endpoint) => {
      const reason = this.#reason(endpoint, ending);
      return reason === undefined ? [] : [{ operation: endpoint.id, reason }];
    });
  }

  #reason(endpoint: Endpoint, ending: string | undefined): string | undefined {
    const counts = this.#counts.get(endpoint);
    if (counts?.has('empty') && !counts.has('filled')) return 'All lists were empty: their items are not checked.';
    if (counts?.has('answered') || counts?.has('absent')) return undefined;
    if (counts?.has('forbidden')) return 'The token may not read it (401 or 403).';
    if (counts?.has('not-found')) return 'The record of --key or --organization was not found (404).';
    if (ending !== undefined) return ending;
    const names = pathParams(endpoint.path);
    return `No ${names.at(-1) ?? 'record'} was found. Pass a record with --key ${names.map((name) => `${name}=…`).join(',')}.`;
  }
}
