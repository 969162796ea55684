import { type DocumentNode, type FragmentDefinitionNode, Kind, visit } from 'graphql';

const gitSelections = new WeakMap<DocumentNode, boolean>();

/** Whether a document selects git metadata anywhere: if not, the service is told to leave it out. */
export function selectsGit(document: DocumentNode): boolean {
  let selects = gitSelections.get(document);
  if (selects === undefined) {
    selects = false;
    visit(document, {
      [Kind.FIELD]: ({ name }) => {
        if (name.value === 'git') selects = true;
      },
    });
    gitSelections.set(document, selects);
  }
  return selects;
}

/** The fragments of a document by name. */
export function fragmentsOf(document: DocumentNode): Readonly<Record<string, FragmentDefinitionNode>> {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  return fragments;
}
