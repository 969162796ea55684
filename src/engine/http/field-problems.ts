import type { ProblemFormat } from '../contract/dialect.ts';
import { isJsonObject, valueAt } from '../contract/json.ts';
import type { Problem } from './errors.ts';

/** Most problems of one response that are read. */
const maxProblems = 100;

/** What the body of a rejection says of single fields; `message` is what it says of all. Empty where it names none. */
export function problemsIn(json: unknown, message: string | undefined, format: ProblemFormat): Problem[] {
  const listed = format.lists.flatMap((path) => problemsAt(valueAt(json, path), format)).slice(0, maxProblems);
  return listed.length > 0 ? listed : problemsInMessage(message, format);
}

function problemsAt(value: unknown, format: ProblemFormat): Problem[] {
  if (Array.isArray(value)) return value.slice(0, maxProblems).flatMap((problem) => problemOf(problem, format));
  return isJsonObject(value) ? Object.entries(value).slice(0, maxProblems).flatMap(problemsOf) : [];
}

function problemOf(problem: unknown, { fields, messages }: ProblemFormat): Problem[] {
  const path = fields.map((field) => pathOf(valueAt(problem, field))).find((found) => found !== undefined);
  const message = messages.map((name) => valueAt(problem, name)).find((text) => typeof text === 'string');
  return path === undefined || message === undefined ? [] : [{ path, message }];
}

function problemsOf([field, messages]: [string, unknown]): Problem[] {
  const [message] = Array.isArray(messages) ? messages : [messages];
  return typeof message === 'string' ? [{ path: namesIn(field), message }] : [];
}

function problemsInMessage(message: string | undefined, { inMessage }: ProblemFormat): Problem[] {
  const field = message === undefined ? undefined : inMessage?.exec(message)?.[1];
  return message === undefined || field === undefined ? [] : [{ path: namesIn(field), message }];
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
