import { type DocumentNode, Kind, visit } from 'graphql';
import { memoize } from '../contract/memoize.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** What of a document decides which fields are selected and which REST parameters are sent. */
interface DocumentFacts {
  /** The variables that its `@skip`s and `@include`s depend on. */
  readonly conditionVariables: readonly string[];
  /** The names of all fields that it selects anywhere. */
  readonly fieldNames: ReadonlySet<string>;
  /** Whether a field has `@export`. */
  readonly hasExports: boolean;
}

export const documentFacts = memoize((document: DocumentNode): DocumentFacts => {
  const conditionVariables = new Set<string>();
  const fieldNames = new Set<string>();
  let hasExports = false;
  visit(document, {
    Field: ({ name }) => {
      fieldNames.add(name.value);
    },
    Directive: ({ name, arguments: args = [] }) => {
      if (name.value === 'export') hasExports = true;
      if (name.value !== 'skip' && name.value !== 'include') return;
      for (const { value } of args) if (value.kind === Kind.VARIABLE) conditionVariables.add(value.name.value);
    },
  });
  return { conditionVariables: [...conditionVariables], fieldNames, hasExports };
});
