import type { ProblemFormat } from '../contract/dialect.ts';
import { isJsonObject, valueAt } from '../contract/json.ts';
import type { Problem } from './errors.ts';

/** Most problems of one response that are read. */
const maxProblems = 100;

/** What the body of a rejection says of the request's body and its fields, beside the `message` of all. */
export function problemsIn(json: unknown, message: string | undefined, format: ProblemFormat): Problem[] {
  const listed = format.lists.flatMap((path) => problemsAt(valueAt(json, path), format)).slice(0, maxProblems);
  if (message === undefined || listed.some(({ paths }) => paths.length > 0)) return listed;
  const inMessage = problemIn(message, format);
  return inMessage.paths.length === 0 ? listed : [inMessage, ...listed];
}

function problemsAt(value: unknown, format: ProblemFormat): Problem[] {
  if (Array.isArray(value)) return value.slice(0, maxProblems).flatMap((problem) => problemOf(problem, format));
  if (!isJsonObject(value)) return [];
  const fields = Object.entries(value).slice(0, maxProblems);
  return fields.flatMap(([field, messages]) => problemsOf(field, messages, format));
}

function problemOf(problem: unknown, format: ProblemFormat): Problem[] {
  const texts = [problem, ...format.messages.map((name) => valueAt(problem, name))];
  const message = texts.find((text) => typeof text === 'string');
  if (message === undefined) return [];
  const path = format.fields.map((field) => pathOf(valueAt(problem, field))).find((found) => found !== undefined);
  return [path === undefined ? problemIn(message, format) : { paths: readingsOf(path, format), message }];
}

function problemsOf(field: string, messages: unknown, format: ProblemFormat): Problem[] {
  const paths = readingsOf(namesIn(field), format);
  const texts = Array.isArray(messages) ? messages.slice(0, maxProblems) : [messages];
  return texts.filter((text) => typeof text === 'string').map((message) => ({ paths, message }));
}

/** A problem whose message may begin with its field. */
function problemIn(message: string, format: ProblemFormat): Problem {
  const field = format.inMessage?.exec(message)?.[1];
  return { paths: field === undefined ? [] : readingsOf(namesIn(field), format), message };
}

/** A path, and what is left of it without each of the prefixes that it begins with. */
function readingsOf(path: readonly string[], { prefixes = [] }: ProblemFormat): (readonly string[])[] {
  const begun = prefixes
    .map((prefix) => prefix.split('.'))
    .filter((names) => names.every((name, i) => name === path[i]));
  return [path, ...begun.map(({ length }) => path.slice(length))];
}

function pathOf(field: unknown): string[] | undefined {
  if (typeof field === 'string') return namesIn(field);
  return Array.isArray(field) && field.every(isName) ? field.map(String) : undefined;
}

const isName = (name: unknown) => typeof name === 'string' || typeof name === 'number';

/** The names of a JSON Pointer, such as `#/a/b/0`, or of a path such as `a.b[0]`. */
function namesIn(field: string): string[] {
  const pointer = /^#?\/(.*)$/.exec(field)?.[1];
  if (pointer === undefined) return field.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  return pointer.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}
