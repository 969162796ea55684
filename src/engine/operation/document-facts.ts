import { type DocumentNode, Kind, visit } from 'graphql';

export type Variables = Readonly<Record<string, unknown>>;

/** What of a document decides which fields are selected and which REST parameters are sent. */
interface DocumentFacts {
  /** The variables that its `@skip`s and `@include`s depend on. */
  readonly conditionVariables: readonly string[];
  /** The names of all fields that it selects anywhere. */
  readonly fieldNames: ReadonlySet<string>;
}

const factsByDocument = new WeakMap<DocumentNode, DocumentFacts>();

export function documentFacts(document: DocumentNode): DocumentFacts {
  let facts = factsByDocument.get(document);
  if (facts === undefined) {
    const conditionVariables = new Set<string>();
    const fieldNames = new Set<string>();
    visit(document, {
      Field: ({ name }) => {
        fieldNames.add(name.value);
      },
      Directive: ({ name, arguments: args = [] }) => {
        if (name.value !== 'skip' && name.value !== 'include') return;
        for (const { value } of args) if (value.kind === Kind.VARIABLE) conditionVariables.add(value.name.value);
      },
    });
    facts = { conditionVariables: [...conditionVariables], fieldNames };
    factsByDocument.set(document, facts);
  }
  return facts;
}
