import { type Endpoint, queryParams } from '../contract/endpoint.ts';
import type { Key } from '../contract/entity.ts';
import { isJsonObject } from '../contract/json.ts';
import { memoize } from '../contract/memoize.ts';
import { defaultLimits } from '../document/default-limits.ts';
import { isDeeperThan } from '../document/limits.ts';
import { quoted } from '../http/errors.ts';
import { ConversionError } from './conversion-error.ts';
import type { RestText } from './parse-curl.ts';

/** One REST call: an operation of the contract with its parameters. */
export interface RestCall {
  readonly endpoint: Endpoint;
  readonly path: Key;
  /** The values of each query parameter, in their order. */
  readonly query: ReadonlyMap<string, readonly string[]>;
  /** The JSON body; undefined where there is none. */
  readonly body: unknown;
}

/** Most segments of a path that are in front of the path of an operation. */
const maxPrefix = 20;

/** The call of the contract that a request is. Throws a ConversionError where there is none. */
export function matchCall(endpoints: readonly Endpoint[], { method, url, body }: RestText): RestCall {
  const { path, search } = partsOf(url);
  const matches = matchesOf(endpoints, path);
  const match = matches.find(({ endpoint }) => endpoint.method === method);
  if (match === undefined) throw noOperation(method, path, matches);
  const { endpoint } = match;
  return {
    endpoint,
    path: pathValues(endpoint, match.segments),
    query: queryOf(endpoint, search),
    body: bodyOf(endpoint, body),
  };
}

/** Path and query of a URL. Its origin may be a variable of a shell: `$REST_URL/books`. */
function partsOf(url: string): { path: string; search: string } {
  const [, path = '', search = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/is.exec(url) ?? [];
  return { path, search };
}

interface Match {
  endpoint: Endpoint;
  /** The values of the path's parameters, encoded. */
  segments: readonly string[];
}

/** The operations of all methods at a path; the service may have its own path in front of it. */
function matchesOf(endpoints: readonly Endpoint[], path: string): Match[] {
  const parts = path.split('/');
  for (let start = 1; start < Math.min(parts.length, maxPrefix); start++) {
    const own = `/${parts.slice(start).join('/')}`.replace(/\/$/, '');
    const matches = endpoints.flatMap((endpoint) => {
      const segments = templateOf(endpoint).exec(own)?.slice(1);
      return segments === undefined ? [] : [{ endpoint, segments }];
    });
    // `books/latest` is no book of that id.
    if (matches.length > 0) return matches.sort((a, b) => a.segments.length - b.segments.length);
  }
  return [];
}

const templateOf = memoize(
  ({ path }: Endpoint) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
);

function noOperation(method: string, path: string, matches: readonly Match[]): ConversionError {
  if (matches.length === 0) return new ConversionError(`The contract has no operation at ${quoted(path)}.`);
  const methods = [...new Set(matches.map(({ endpoint }) => endpoint.method))].join(', ');
  return new ConversionError(`The contract has no ${quoted(method)} at ${quoted(path)}. It has ${methods}.`);
}

function pathValues({ pathParams }: Endpoint, segments: readonly string[]): Key {
  return Object.fromEntries(pathParams.map((name, i) => [name, decode(segments[i] ?? '')]));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ConversionError(`The path segment ${quoted(segment)} is not encoded correctly.`);
  }
}

function queryOf(endpoint: Endpoint, search: string): Map<string, string[]> {
  const names = new Set(queryParams(endpoint).map(([name]) => name));
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!names.has(name)) {
      const known = names.size === 0 ? 'It takes none.' : `It takes ${[...names].join(', ')}.`;
      throw new ConversionError(`${endpoint.id} has no query parameter ${quoted(name)}. ${known}`);
    }
    const values = query.get(name);
    if (values === undefined) query.set(name, [value]);
    else values.push(value);
  }
  return query;
}

function bodyOf({ id, body: schema }: Endpoint, text: string | undefined): unknown {
  if (schema === undefined) {
    if (text === undefined || ['', '{}'].includes(text.replaceAll(/\s/g, ''))) return undefined;
    throw new ConversionError(`${id} takes no body. Leave it out.`);
  }
  if (text === undefined || text.trim() === '') return {};
  const body = parsed(text);
  if (!isJsonObject(body)) throw new ConversionError('The body must be a JSON object.');
  if (isDeeperThan(body, defaultLimits.maxJsonDepth)) {
    throw new ConversionError(`The body is nested deeper than ${defaultLimits.maxJsonDepth} levels.`);
  }
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConversionError('The body is not valid JSON.');
  }
}
