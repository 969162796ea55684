import type { SdlForm } from '../../../engine/engine.ts';
import type { DocumentInPath } from '../../http/http-messages.ts';
import type { Settings } from '../../settings/settings.ts';

/** What the adapters read from the URL of a request. */
export interface RequestTarget {
  /** The query string with its question mark; empty if there is none. */
  search: string;
  /** The form of the SDL that the path names; undefined for GraphQL. */
  sdlForm: SdlForm | undefined;
  /** The trusted document that the path names below that of the endpoint, as `/<id>` or `/<id>/<name>`. */
  documentInPath: DocumentInPath | undefined;
}

/** For an endpoint whose path is not known, but ends in `/graphql`. `url` may be absolute, and has no fragment. */
export function targetOf(url: string): RequestTarget {
  const end = pathEndOf(url);
  const sdlForm = sdlFormOf(url, end);
  const namesEnd = withoutSlash(url, end);
  const namesNone = sdlForm !== undefined || url.endsWith('/graphql', namesEnd);
  return {
    search: url.slice(end),
    sdlForm,
    documentInPath: namesNone ? undefined : documentIn(pathOfDocument.exec(url.slice(0, namesEnd))),
  };
}

/** The same for a request to a handler: Express cuts the path where it mounts one, and keeps the whole one. */
export function mountedTarget({ url = '', originalUrl = url }: { url?: string; originalUrl?: string }): RequestTarget {
  const target = targetOf(url);
  if (originalUrl === url) return target;
  const whole = targetOf(originalUrl);
  return { ...whole, search: target.search, sdlForm: target.sdlForm ?? whole.sdlForm };
}

/** The same for the requests of the gateway's own server, whose paths are known: documents may then have any name. */
export function targetsBelow({ basePath, graphqlPath }: Pick<Settings, 'basePath' | 'graphqlPath'>) {
  const documents = `${basePath}${graphqlPath}/`;
  const sdls = new Map(sdlPaths(`${basePath}/schema.graphql`));
  return ({ url = '' }: { url?: string }): RequestTarget => {
    const end = pathEndOf(url);
    const search = url.slice(end);
    if (url.startsWith(documents)) {
      const documentInPath = documentIn(namesOfDocument.exec(url.slice(documents.length, withoutSlash(url, end))));
      return { search, sdlForm: undefined, documentInPath };
    }
    const sdlForm = url.endsWith('.graphql', end) ? sdls.get(url.slice(0, end)) : undefined;
    return { search, sdlForm, documentInPath: undefined };
  };
}

function pathEndOf(url: string): number {
  const start = url.indexOf('?');
  return start === -1 ? url.length : start;
}

/** The end of a path without the slash that it may end with. */
function withoutSlash(url: string, end: number): number {
  return url[end - 1] === '/' ? end - 1 : end;
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

const pathOfDocument = /\/graphql\/([^/]+)(?:\/([^/]+))?$/;
const namesOfDocument = /^([^/]+)(?:\/([^/]+))?$/;

function documentIn(names: readonly string[] | null): DocumentInPath | undefined {
  const [, id, name] = names ?? [];
  if (id === undefined) return undefined;
  try {
    return { id: decodeURIComponent(id), operationName: name === undefined ? undefined : decodeURIComponent(name) };
  } catch {
    return undefined;
  }
}
