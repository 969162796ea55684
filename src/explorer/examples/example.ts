import type { Variables } from '../ids.ts';

/** A ready document of the explorer: a query to run, or a flow of several operations to run in their order. */
export interface Example {
  /** Name in the list of examples. */
  title: string;
  /** What it shows, in one sentence for that list. */
  about: string;
  query: string;
  /** An empty string is an id that an answer fills (see `fillIds`). */
  variables: Variables;
}

/** The example's variables as the explorer's pane shows them. */
export function variablesText({ variables }: Example): string {
  return Object.keys(variables).length === 0 ? '' : JSON.stringify(variables, null, 2);
}
