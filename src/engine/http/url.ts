import type { Dialect } from '../contract/dialect.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { memoize } from '../contract/memoize.ts';
import type { RestContract } from '../contract/model.ts';
import { isPlainSegment, segmentProblem } from '../contract/path-segment.ts';
import { badUserInput, type GatewayError, quoted } from './errors.ts';

type Params = Readonly<Record<string, string>>;
type Query = Readonly<Record<string, unknown>>;

/**
 * The path and query of a call. Path parameters are encoded, so that each stays inside its segment; an array repeats its
 * name. Throws BAD_USER_INPUT for a path parameter that is not a valid id, and for a query that no server accepts.
 */
export function urlOf(endpoint: Endpoint, path: Params, query?: Query): string {
  const url = pathOf(endpoint, path);
  if (query === undefined) return url;
  const search = queryString(query);
  return search === '' ? url : `${url}?${search}`;
}

/** The URL of one page of a list; without `token`, of the first. */
export function withPage(url: string, paging: Dialect['paging'], token: string | undefined, limit: number): string {
  const { first, further } = limitStarts(paging);
  const page = (url.includes('?') ? url + further : url + first) + limit;
  return token === undefined ? page : `${page}&${paging.pageParam}=${encodeURIComponent(token.toWellFormed())}`;
}

/** What precedes a limit in the query of a URL: one text for all calls. */
const limitStarts = memoize(({ limitParam }: Dialect['paging']) => ({
  first: `?${limitParam}=`,
  further: `&${limitParam}=`,
}));

/** A path template, split into literal parts and the parameters between them. */
const templateOf = memoize(({ path, contract }: Endpoint) => {
  const parts = path.split(/[{}]/);
  return { parts, literals: parts.map((_, i) => (i % 2 === 0 ? undefined : literalsAfter(parts, i, contract))) };
});

/** What a parameter cannot be, as other paths of the contract have it in the parameter's place; undefined where there are none. */
function literalsAfter(parts: string[], index: number, { endpoints }: RestContract): ReadonlySet<string> | undefined {
  const before = parts.slice(0, index).map((part, i) => (i % 2 === 0 ? part : `{${part}}`));
  const start = before.join('');
  const others = endpoints.filter(({ path }) => path.startsWith(start));
  const names = others.map(({ path }) => path.slice(start.length).split('/', 1)[0] as string);
  const literals = names.filter((name) => !name.startsWith('{'));
  return literals.length > 0 ? new Set(literals) : undefined;
}

function pathOf(endpoint: Endpoint, path: Params): string {
  const { parts, literals } = templateOf(endpoint);
  let url = parts[0] as string;
  for (let i = 1; i < parts.length; i += 2) {
    const name = parts[i] as string;
    url += segment(name, path[name], literals[i]) + (parts[i + 1] as string);
  }
  return url;
}

function segment(name: string, value: string | undefined, literals: ReadonlySet<string> | undefined): string {
  if (value !== undefined && literals?.has(value)) throw takenName(name, value);
  if (value !== undefined && isPlainSegment(value)) return value;
  checkSegment(name, value);
  return encodeURIComponent(value);
}

function takenName(name: string, value: string): GatewayError {
  return badUserInput(
    `The ${name} ${quoted(value)} is not an id: the service has another operation at its path. Pass the record's id.`,
  );
}

/** Throws BAD_USER_INPUT for a value that a proxy or a server could read as anything but one segment of a path. */
export function checkSegment(name: string, value: string | undefined): asserts value is string {
  const problem = segmentProblem(value ?? '');
  // Not each part of a path is an id.
  const [what, advice] = /id$/i.test(name) ? ['a valid id', " Pass the record's id."] : ['valid', ''];
  if (value === undefined || value === '') throw badUserInput(`The ${name} is empty.${advice}`);
  if (problem !== undefined) throw badUserInput(`The ${name} ${quoted(value)} is not ${what}: it ${problem}.${advice}`);
}

function queryString(query: Query): string {
  let search = '';
  for (const name in query) {
    const value = query[name];
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value) search = append(search, name, item);
    } else {
      search = append(search, name, value);
    }
  }
  return search;
}

/** Longest query of a URL, in characters: servers accept some 8,000 to 16,000 bytes. */
const maxQueryLength = 16_384;

function append(search: string, name: string, value: unknown): string {
  const text = String(value).toWellFormed();
  // Before a long text is encoded, which makes it no shorter.
  if (text.length > maxQueryLength) throw tooLongQuery(name);
  const pair = `${name}=${isPlainSegment(text) ? text : encodeURIComponent(text)}`;
  const longer = search === '' ? pair : `${search}&${pair}`;
  if (longer.length > maxQueryLength) throw tooLongQuery(name);
  return longer;
}

function tooLongQuery(name: string): GatewayError {
  return badUserInput(
    `The query of the REST call has more than ${maxQueryLength} characters at "${name}". Pass fewer or shorter values.`,
  );
}
