import { type DocumentNode, type GraphQLSchema, validate } from 'graphql';
import { objectIn } from '../editor-json.ts';
import { operationIn, parseQuery } from '../links/query-fields.ts';
import type { PlanRequest } from './fetch-plan.ts';

export interface EditedTexts {
  readonly query: string | null | undefined;
  readonly operationName: string | undefined;
  readonly variables: string | null | undefined;
  /** Headers of the tab. */
  readonly headers: string | null | undefined;
}

/** A request of the execute button, which is valid as far as the page can tell. */
export interface ValidRequest extends PlanRequest {
  readonly document: DocumentNode;
}

/** The schema, or why there is none. Without it, the gateway alone tells whether an operation is valid. */
export type KnownSchema = GraphQLSchema | 'loading' | 'unavailable';

/**
 * The request that the execute button would send, or a sentence that says why it has no plan. The headers of the tab replace the
 * common ones.
 */
export function planRequestOf(
  { query, operationName, variables, headers }: EditedTexts,
  commonHeaders: PlanRequest['headers'],
  schema: KnownSchema,
): ValidRequest | string {
  if (!query || isEmpty(query)) return 'No operation to plan';
  const values = objectIn(variables);
  const ownHeaders = objectIn(headers);
  const document = parseQuery(query);
  const operation = document && operationIn(document, operationName);
  if (!document || !operation) return 'No plan: the operation is not valid';
  if (!values) return 'No plan: the variables are not valid';
  if (!ownHeaders) return 'No plan: the headers are not valid';
  if (schema === 'loading') return 'No plan yet';
  if (schema !== 'unavailable' && validate(schema, document, undefined, { maxErrors: 1 }).length > 0)
    return 'No plan: the operation is not valid';
  return {
    query,
    document,
    variables: values,
    operationName: operation.name?.value,
    headers: { ...commonHeaders, ...ownHeaders },
  };
}

/** Whether a text has nothing but comments. */
function isEmpty(text: string): boolean {
  return text.replaceAll(/^\s*#.*$/gm, '').trim() === '';
}
