import type { DocumentInPath } from '../graphql/parse-request.ts';

/** What the adapters read from the URL of a request. */
export interface RequestTarget {
  /** The query string with its question mark; empty if there is none. */
  search: string;
  /** Whether the request is for the SDL, and not for GraphQL. */
  isForSdl: boolean;
  /** The trusted document of a path that ends in `/graphql/<id>`, or in `/graphql/<id>/<name>`. */
  documentInPath: DocumentInPath | undefined;
}

/** `url` may be absolute, and has no fragment. */
export function targetOf(url: string): RequestTarget {
  const start = url.indexOf('?');
  const end = start === -1 ? url.length : start;
  const isForSdl = url.endsWith('/schema.graphql', end);
  const namesNone = isForSdl || url.endsWith('/graphql', end);
  return { search: url.slice(end), isForSdl, documentInPath: namesNone ? undefined : documentIn(url.slice(0, end)) };
}

const documentPath = /\/graphql\/([^/]+)(?:\/([^/]+))?$/;

function documentIn(path: string): DocumentInPath | undefined {
  const [, id, name] = documentPath.exec(path) ?? [];
  if (id === undefined) return undefined;
  try {
    return { id: decodeURIComponent(id), operationName: name === undefined ? undefined : decodeURIComponent(name) };
  } catch {
    return undefined;
  }
}
