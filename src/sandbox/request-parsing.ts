import { z } from 'zod';
import { badBody, badRequest, sentence } from './errors.ts';

/** Query parameters as received: every name with all its values. */
export type RawQuery = Record<string, string[]>;

/** Parses a query string; names may repeat. The result has no prototype, so any name is safe. */
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
 * Creates the parser of an operation's query parameters: strings become numbers, booleans and arrays, as the schema
 * requires. The parser throws 400 and names an unknown, missing, repeated or invalid parameter.
 */
export function queryParser(schema: z.ZodType): (raw: RawQuery) => Record<string, unknown> {
  const types = typesOf(schema);
  return (raw) => {
    const values = Object.entries(raw).map(([name, texts]) => [name, coerce(name, texts, types.get(name))]);
    const query = schema.safeParse(Object.fromEntries(values));
    if (!query.success) throw badRequest(messageOf(query.error.issues, 'query parameter'));
    return query.data as Record<string, unknown>;
  };
}

/**
 * Parses a request's body by the schema. A missing body equals `{}` if no field is required, and an operation without a
 * body accepts `{}`, because some clients always send a body.
 * @throws 400 that names the invalid field, or for a body that the operation does not take.
 */
export function parseBody(schema: z.ZodType | undefined, body: unknown): unknown {
  if (schema === undefined) return requireEmpty(body);
  const withoutFields = body === undefined ? schema.safeParse({}) : undefined;
  if (withoutFields?.success) return withoutFields.data;
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  throw badBody(messageOf(issues, 'body field'), issues);
}

function requireEmpty(body: unknown): undefined {
  if (body == null) return;
  const isEmpty = typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0;
  if (!isEmpty) throw badRequest('This operation takes no body.');
}

const messageOf = (issues: readonly z.core.$ZodIssue[], what: string) =>
  issues.map((issue) => issueMessage(issue, what)).join(' ');

function issueMessage(issue: z.core.$ZodIssue, what: string): string {
  if (issue.code === 'unrecognized_keys') {
    const location = issue.path.length === 0 ? '' : ` in ${issue.path.join('.')}`;
    return `Unknown ${what}${location}: ${issue.keys.join(', ')}.`;
  }
  const location = issue.path.length === 0 ? 'the body' : `${what} ${issue.path.join('.')}`;
  return `${location}: ${sentence(issue.message)}`;
}

/** The zod type of each query parameter: string, number, boolean, array or enum. */
function typesOf(schema: z.ZodType): Map<string, string> {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('A query schema must be an object');
  const types = Object.entries(schema.shape).map(([name, field]): [string, string] => {
    const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
    return [name, inner._zod.def.type];
  });
  return new Map(types);
}

/** A text that cannot be converted is returned as it is, and the schema rejects it. */
function coerce(name: string, texts: string[], type: string | undefined): unknown {
  if (type === 'array') return texts;
  const [text = ''] = texts;
  if (texts.length > 1 && type !== undefined) throw badRequest(`query parameter ${name}: must not be repeated.`);
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
