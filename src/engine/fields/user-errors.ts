import type { z } from 'zod';
import type { GatewayError } from '../http/errors.ts';

/** The codes of user errors, as the schema's enum `UserErrorCode` lists them. */
export type UserErrorCode =
  | 'REQUIRED'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'PATTERN'
  | 'NOT_ALLOWED'
  | 'INVALID'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED';

/** Something wrong with an input; `field` is the path to it below `input`, null where it is about no one field. */
export interface UserError {
  field: string[] | null;
  message: string;
  code: UserErrorCode;
}

type Issue = z.core.$ZodIssue;

/** The violations of the contract's limits in a body, with the fields' names in the input. */
export function userErrorsIn(
  schema: z.ZodType | undefined,
  body: unknown,
  inputNames: Readonly<Record<string, string>>,
): UserError[] {
  if (schema === undefined) return [];
  const parsed = schema.safeParse(withoutUndefined(body), { reportInput: true });
  return parsed.success ? [] : parsed.error.issues.map((issue) => toUserError(issue, inputNames));
}

const codes: Partial<Record<GatewayError['code'], UserErrorCode>> = {
  BAD_USER_INPUT: 'INVALID',
  CONFLICT: 'CONFLICT',
  PRECONDITION_FAILED: 'PRECONDITION_FAILED',
};

const rejectingStatuses = new Set([400, 409, 412, 422]);

/** The user error for an input that the service rejected; undefined for an error that is not about the input. */
export function userErrorOf(error: GatewayError): UserError | undefined {
  const code = codes[error.code];
  const status = error.rest?.status;
  if (code === undefined || status === undefined || !rejectingStatuses.has(status)) return undefined;
  return { field: null, message: error.message, code };
}

function toUserError(issue: Issue, inputNames: Readonly<Record<string, string>>): UserError {
  const { code, message } = explain(issue);
  return { field: inputPath(issue.path.map(String), inputNames), message, code };
}

/** Replaces the longest part of a body path that has another name in the input. */
function inputPath(path: string[], inputNames: Readonly<Record<string, string>>): string[] | null {
  for (let length = path.length; length > 0; length--) {
    const name = inputNames[path.slice(0, length).join('.')];
    if (name !== undefined) return [...name.split('.'), ...path.slice(length)];
  }
  return path.length === 0 ? null : path;
}

function explain(issue: Issue): { code: UserErrorCode; message: string } {
  if (issue.input === null) return { code: 'NOT_ALLOWED', message: 'It cannot be null. Leave it out instead.' };
  switch (issue.code) {
    case 'too_small':
      return { code: 'TOO_SHORT', message: `It must have at least ${issue.minimum} characters.` };
    case 'too_big':
      return { code: 'TOO_LONG', message: `It must have at most ${issue.maximum} characters.` };
    case 'invalid_format':
      return issue.format === 'url'
        ? { code: 'PATTERN', message: 'It must be an absolute URL.' }
        : { code: 'PATTERN', message: `It must match ${'pattern' in issue ? issue.pattern : issue.format}.` };
    case 'invalid_type':
      if (issue.input === undefined) return { code: 'REQUIRED', message: 'A value is required.' };
      return { code: 'INVALID', message: `It must be a value of the type ${issue.expected}.` };
    case 'invalid_value':
      return { code: 'NOT_ALLOWED', message: `It must be one of ${issue.values.map(String).join(', ')}.` };
    default:
      return { code: 'INVALID', message: 'It is not a valid value.' };
  }
}

/** A body as it is serialized: without undefined values. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutUndefined(inner)]));
}
