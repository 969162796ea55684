import type { SdlForm } from '../../../engine/engine.ts';
import type { DocumentInPath } from '../../http/http-messages.ts';

/** What the adapters read from the URL of a request. */
export interface RequestTarget {
  /** The query string with its question mark; empty if there is none. */
  search: string;
  /** The form of the SDL that the path names; undefined for GraphQL. */
  sdlForm: SdlForm | undefined;
  /** The trusted document of a path that ends in `/graphql/<id>`, or in `/graphql/<id>/<name>`. */
  documentInPath: DocumentInPath | undefined;
}

/** `url` may be absolute, and has no fragment. */
export function targetOf(url: string): RequestTarget {
  const start = url.indexOf('?');
  const end = start === -1 ? url.length : start;
  const sdlForm = sdlFormOf(url, end);
  const namesNone = sdlForm !== undefined || url.endsWith('/graphql', end);
  return { search: url.slice(end), sdlForm, documentInPath: namesNone ? undefined : documentIn(url.slice(0, end)) };
}

/** Tools take an address for SDL only if it ends in `.graphql`: each form has a path of its own. */
const sdlForms: readonly SdlForm[] = ['semantic', 'strict', '2018'];

/** The paths of the SDL, each with its form: `/schema.graphql`, `/schema.strict.graphql` and so on. */
export function sdlPaths(schemaPath: string): [path: string, form: SdlForm][] {
  const pathOf = (form: SdlForm) => schemaPath.replace(/(\.graphql)?$/, form === 'semantic' ? '$1' : `.${form}$1`);
  return sdlForms.map((form) => [pathOf(form), form]);
}

const defaultPaths = sdlPaths('/schema.graphql');

function sdlFormOf(url: string, end: number): SdlForm | undefined {
  if (!url.endsWith('.graphql', end)) return undefined;
  return defaultPaths.find(([path]) => url.endsWith(path, end))?.[1];
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
