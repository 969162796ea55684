import type { Variables } from '../app/ids.ts';

/** An example document: a query, or several operations to execute in their order. */
export interface Example {
  /** Name in the list of examples: that of the first operation, which GraphiQL shows on the tab. */
  title: string;
  /** One sentence for the list of examples. */
  description: string;
  query: string;
  /** An empty string is an id that responses fill (see `fillIds`). */
  variables: Variables;
}

/** The example's variables as the text of GraphiQL's variables editor. */
export function variablesText({ variables }: Example): string {
  return Object.keys(variables).length === 0 ? '' : JSON.stringify(variables, null, 2);
}
