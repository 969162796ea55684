import { type DocumentNode, Kind, visit } from 'graphql';

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
