/** What the adapters read from the URL of a request. */
export interface RequestTarget {
  /** The query string with its question mark; empty if there is none. */
  search: string;
  /** Whether the request is for the SDL, and not for GraphQL. */
  isForSdl: boolean;
}

/** `url` may be absolute, and has no fragment. */
export function targetOf(url: string): RequestTarget {
  const start = url.indexOf('?');
  const end = start === -1 ? url.length : start;
  return { search: url.slice(end), isForSdl: url.endsWith('/schema.graphql', end) };
}
