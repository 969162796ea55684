import { z } from 'zod';
import { badRequest } from './errors.ts';

/** Query parameters as they came: every name with all its values. */
export type RawQuery = Record<string, string[]>;

/** Reads a query string; a name may be repeated. The result has no prototype, so any name is safe. */
export function parseQueryString(text: string): RawQuery {
  const raw: RawQuery = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const values = raw[name];
    if (values === undefined) raw[name] = [value];
    else values.push(value);
  }
  return raw;
}

/**
 * A reader of an operation's query parameters: texts become numbers, booleans and arrays as the schema wants them.
 * @throws 400 that names an unknown, missing, repeated or bad parameter.
 */
export function queryReader(schema: z.ZodType): (raw: RawQuery) => Record<string, unknown> {
  const kinds = kindsOf(schema);
  return (raw) => {
    const values = Object.entries(raw).map(([name, texts]) => [name, coerce(name, texts, kinds.get(name))]);
    const query = check(schema, Object.fromEntries(values), 'query parameter');
    return query as Record<string, unknown>;
  };
}

/**
 * The body as the schema gives it.
 * @throws 400 that names the field.
 */
export function readBody(schema: z.ZodType | undefined, body: unknown): unknown {
  if (schema !== undefined) return check(schema, body, 'body field');
  if (body != null) throw badRequest('This operation takes no body.');
  return undefined;
}

function check(schema: z.ZodType, value: unknown, what: string): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badRequest(parsed.error.issues.map((issue) => describe(issue, what)).join(' '));
}

function describe(issue: z.core.$ZodIssue, what: string): string {
  if (issue.code === 'unrecognized_keys') {
    const place = issue.path.length === 0 ? '' : ` in ${issue.path.join('.')}`;
    return `Unknown ${what}${place}: ${issue.keys.join(', ')}.`;
  }
  const place = issue.path.length === 0 ? 'the body' : `${what} ${issue.path.join('.')}`;
  return `${place}: ${issue.message}.`;
}

/** The kind of each query parameter, as zod calls it: string, number, boolean, array, enum. */
function kindsOf(schema: z.ZodType): Map<string, string> {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('A query schema must be an object');
  const kinds = Object.entries(schema.shape).map(([name, field]): [string, string] => {
    const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
    return [name, inner._zod.def.type];
  });
  return new Map(kinds);
}

/** What can't be read as the kind stays a text, for the schema to refuse. */
function coerce(name: string, texts: string[], kind: string | undefined): unknown {
  if (kind === 'array') return texts;
  const [text = ''] = texts;
  if (texts.length > 1 && kind !== undefined) throw badRequest(`query parameter ${name}: must be given once.`);
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
