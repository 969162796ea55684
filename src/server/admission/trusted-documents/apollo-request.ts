import { isJsonObject } from '../../../engine/engine.ts';
import type { RequestParts } from '../../http/http-messages.ts';
import type { AdmittedRequest } from './admission.ts';

/** The names of a document, which its text replaces. */
const idNames = ['documentId', 'doc_id'] as const;

/** In place of a request that is rejected. */
export const trivialRequest: ApolloRequest = { search: '?query=%7B__typename%7D', body: { query: '{__typename}' } };

interface ApolloRequest {
  search: string;
  body: unknown;
}

/**
 * A request as Apollo gets it: the text of a trusted document is in place of all that names or sends a document, so that
 * Apollo cannot find another one in it.
 */
export function apolloRequest(request: RequestParts, { body, trusted }: AdmittedRequest): ApolloRequest {
  if (trusted === undefined) return { search: request.search === '' ? '' : `?${givenParameters(request)}`, body };
  const { text } = trusted;
  const operationName = request.documentInPath?.operationName;
  return isJsonObject(body)
    ? { search: '', body: bodyWithText(body, text, operationName) }
    : { search: searchWithText(request, text, operationName), body: undefined };
}

/** The parameters of a GET without empty ones, which are as good as none. */
function givenParameters({ search }: RequestParts): URLSearchParams {
  const parameters = new URLSearchParams(search);
  for (const name of new Set(parameters.keys())) if (name !== 'query') parameters.delete(name, '');
  return parameters;
}

function bodyWithText(body: Readonly<Record<string, unknown>>, query: string, operationName: string | undefined) {
  const { documentId: _, doc_id: __, extensions, ...others } = body;
  const named = { ...others, query, operationName: others.operationName ?? operationName ?? null };
  return extensions === undefined ? named : { ...named, extensions: withoutPersistedQuery(extensions) };
}

function searchWithText(request: RequestParts, query: string, operationName: string | undefined): string {
  const parameters = givenParameters(request);
  for (const name of idNames) parameters.delete(name);
  parameters.set('query', query);
  if (operationName !== undefined && !parameters.has('operationName')) parameters.set('operationName', operationName);
  const [extensions, another] = parameters.getAll('extensions');
  // Apollo rejects a repeated parameter.
  if (extensions !== undefined && another === undefined)
    parameters.set('extensions', jsonWithoutPersistedQuery(extensions));
  return `?${parameters}`;
}

function jsonWithoutPersistedQuery(json: string): string {
  try {
    return JSON.stringify(withoutPersistedQuery(JSON.parse(json)));
  } catch {
    return json;
  }
}

function withoutPersistedQuery(extensions: unknown): unknown {
  if (!isJsonObject(extensions)) return extensions;
  const { persistedQuery: _, ...others } = extensions;
  return others;
}
