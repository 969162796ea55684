import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import { isJsonObject } from '../../../engine/contract/json.ts';
import { fieldsIn, operationIn, responseName } from '../links/query-fields.ts';

/** How the next page of a connection is requested. */
export interface NextPage {
  /** Response name of the connection. */
  readonly connection: string;
  /** The variable that its `after` takes, and the value for the next page. */
  readonly variable: string;
  readonly cursor: string;
}

/** How many fields a search visits: fragments may multiply them. */
const maxVisited = 10_000;

/**
 * The next page of the first connection whose `after` is a variable and whose `pageInfo` says that there is one. Connections of
 * the items of a list are left out: one variable would be the cursor of all of them.
 */
export function nextPage(
  document: DocumentNode,
  operationName: string | undefined,
  data: unknown,
): NextPage | undefined {
  let visited = 0;
  const search = (set: SelectionSetNode | undefined, value: unknown): NextPage | undefined => {
    if (!isJsonObject(value)) return undefined;
    for (const node of fieldsIn(document, set)) {
      if (++visited > maxVisited) return undefined;
      const child = value[responseName(node)];
      const found = pageAfter(document, node, child) ?? search(node.selectionSet, child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(operationIn(document, operationName)?.selectionSet, data);
}

function pageAfter(document: DocumentNode, node: FieldNode, value: unknown): NextPage | undefined {
  const after = node.arguments?.find(({ name }) => name.value === 'after')?.value;
  const info = fieldsIn(document, node.selectionSet).find(({ name }) => name.value === 'pageInfo');
  if (after?.kind !== Kind.VARIABLE || info === undefined || !isJsonObject(value)) return undefined;
  const page = value[responseName(info)];
  if (!isJsonObject(page) || page.hasNextPage !== true || typeof page.endCursor !== 'string') return undefined;
  return { connection: responseName(node), variable: after.name.value, cursor: page.endCursor };
}
