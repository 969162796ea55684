import { type Operation, pathParams } from '../../engine/contract/operation.ts';

/** What became of a call: answered, empty or filled for a list, or the reason why there is nothing to check. */
export type Outcome = 'answered' | 'empty' | 'filled' | 'forbidden' | 'absent' | 'not-found';

/** An operation that could not be checked, or not fully. */
export interface Untried {
  readonly operation: string;
  readonly reason: string;
}

/** Counts the outcomes of each operation's calls. */
export class Outcomes {
  readonly #counts = new Map<Operation, Map<Outcome, number>>();
  readonly #examples = new Map<Operation, string>();

  add(operation: Operation, outcome: Outcome, example?: string): void {
    const counts = this.#counts.get(operation) ?? new Map<Outcome, number>();
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    this.#counts.set(operation, counts);
    if (example !== undefined && !this.#examples.has(operation)) this.#examples.set(operation, example);
  }

  /** The operations that are not found for any record that was tried, with one of their paths. */
  alwaysAbsent(): { operation: Operation; example: string }[] {
    return [...this.#counts].flatMap(([operation, counts]) => {
      const isAlways = counts.has('absent') && !counts.has('answered');
      return isAlways ? [{ operation, example: this.#examples.get(operation) ?? operation.path }] : [];
    });
  }

  /** The operations that could not be checked, with the reasons. */
  untried(operations: readonly Operation[], isExhausted: boolean): Untried[] {
    return operations.flatMap((operation) => {
      const reason = this.#reason(operation, isExhausted);
      return reason === undefined ? [] : [{ operation: operation.id, reason }];
    });
  }

  #reason(operation: Operation, isExhausted: boolean): string | undefined {
    const counts = this.#counts.get(operation);
    if (counts?.has('empty') && !counts.has('filled')) return 'All lists were empty: their items are not checked.';
    if (counts?.has('answered') || counts?.has('absent')) return undefined;
    if (counts?.has('forbidden')) return 'The token may not read it (401 or 403).';
    if (counts?.has('not-found')) return 'The record of --key was not found (404).';
    if (isExhausted) return 'The calls were used up. Raise --max-calls.';
    const names = pathParams(operation.path);
    return `No ${names.at(-1) ?? 'record'} was found. Pass a record with --key ${names.map((name) => `${name}=…`).join(',')}.`;
  }
}
