import type { Variables } from './ids.ts';

/** A ready document of the explorer: a query to run, or a flow of several operations. */
export interface Example {
  title: string;
  /** One sentence for the list of examples. */
  about: string;
  query: string;
  /** Empty strings are ids that an earlier answer fills (see `fillIds`). */
  variables: Variables;
}
export const startingIds = `{ __typename }`;
export const examples: readonly Example[] = [
  {
    title: 'Everything',
    about: 'x',
    query: 'query Everything {\n  organizations(first: 5) { nodes { title } }\n}',
    variables: {},
  },
];
/** The example's variables as the explorer's pane shows them. */
export function variablesText({ variables }: Example): string {
  return Object.keys(variables).length === 0 ? '' : JSON.stringify(variables, null, 2);
}
