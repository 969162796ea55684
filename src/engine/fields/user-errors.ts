import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import type { z } from 'zod';
import { failureOf, type GatewayError, type Problem } from '../http/errors.ts';
import type { InputNames, ItemKeys } from './input-names.ts';

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

/** What null means in an input: it clears a value that the record has, or it is the same as leaving the field out. */
export type NullMeaning = 'cleared' | 'absent';

type Issue = z.core.$ZodIssue;

/** The violations of the contract's limits in a body, with the fields' names in the input. */
export function userErrorsIn(schema: z.ZodType | undefined, body: unknown, inputNames: InputNames): UserError[] {
  return checkedBody(schema, body, inputNames, 'cleared').userErrors;
}

/** The body to send, and what is wrong with it. Where null is absent, it holds none that the contract does not take. */
export function checkedBody(
  schema: z.ZodType | undefined,
  body: unknown,
  inputNames: InputNames,
  nullMeaning: NullMeaning,
): { body: unknown; userErrors: UserError[] } {
  if (schema === undefined) return { body, userErrors: [] };
  const parsed = schema.safeParse(withoutUndefined(body), { reportInput: true });
  if (parsed.success) return { body, userErrors: [] };
  const { issues } = parsed.error;
  const isAbsent = ({ input }: Issue) => nullMeaning === 'absent' && input === null;
  const wrong = issues.filter((issue) => !isAbsent(issue));
  return {
    body: issues.filter(isAbsent).reduce((rest, { path }) => without(rest, path), body),
    userErrors: wrong.map((issue) => toUserError(issue, inputNames)),
  };
}

/** A copy of a value without the field of an object at a path. */
function without(value: unknown, [name, ...rest]: readonly PropertyKey[]): unknown {
  if (Array.isArray(value)) return value.map((item, i) => (i === name ? without(item, rest) : item));
  const { [name as string]: inner, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [name as string]: without(inner, rest) };
}

/** Most user errors of one payload. */
const maxUserErrors = 100;

/** The first error of each field. Of more than 100, the last tells how many others there are: at least so many, where not all are known. */
export function limitedUserErrors(errors: readonly UserError[], hasMore = false): UserError[] {
  // An empty id may break the contract, too: the first error of a field is enough.
  const first = firstOfEach(errors, ({ field, message }) => field?.join('.') ?? `: ${message}`);
  return limited(first, hasMore);
}

function firstOfEach(errors: readonly UserError[], keyOf: (error: UserError) => string): UserError[] {
  const byKey = new Map<string, UserError>();
  for (const error of errors) {
    const key = keyOf(error);
    if (!byKey.has(key)) byKey.set(key, error);
  }
  return [...byKey.values()];
}

function limited(all: UserError[], hasMore: boolean): UserError[] {
  if (all.length <= maxUserErrors) return all;
  const shown = all.slice(0, maxUserErrors - 1);
  const count = all.length - shown.length;
  const message = `${hasMore ? 'At least ' : ''}${count} more fields of the input are invalid.`;
  return [...shown, { field: null, message, code: 'INVALID' }];
}

const codes: Partial<Record<GatewayError['code'], UserErrorCode>> = {
  BAD_USER_INPUT: 'INVALID',
  CONFLICT: 'CONFLICT',
  PRECONDITION_FAILED: 'PRECONDITION_FAILED',
};

const rejectingStatuses = new Set([400, 409, 412, 422]);

/** What the fields of a body are in the input that it was made of. */
interface NamesInInput {
  readonly type: GraphQLInputType | undefined;
  readonly inputNames: InputNames;
  readonly itemKeys: ItemKeys | undefined;
}

/**
 * The user errors for an input that the service rejected, one for each problem that it names; undefined for an error that is not about
 * the input.
 */
export function userErrorsOf(error: GatewayError, names: NamesInInput): UserError[] | undefined {
  const code = codes[error.code];
  const status = error.rest?.status;
  if (code === undefined || status === undefined || !rejectingStatuses.has(status)) return undefined;
  const problems = (error.problems ?? []).map(({ paths, message }) => ({
    field: fieldIn(paths, names),
    message,
    code,
  }));
  // What the service says of all is no news beside its words on a field.
  const isEnough =
    problems.some(({ field }) => field !== null) || (problems.length > 0 && !hasOwnMessage(error, status));
  const all = isEnough ? problems : [{ field: null, message: error.message, code }, ...problems];
  return limited(
    firstOfEach(all, ({ field, message }) => JSON.stringify([field, message])),
    false,
  );
}

/** Whether the message is from the service. */
function hasOwnMessage({ message }: GatewayError, status: number): boolean {
  return message !== failureOf(status).message;
}

/** The part that an input of a type has of the first of the paths of which it has any; null if it has none. */
function fieldIn(paths: Problem['paths'], { type, inputNames, itemKeys }: NamesInInput): string[] | null {
  for (const path of paths) {
    const field = pathWithin(type, withIndex(inputPath([...path], inputNames) ?? [], itemKeys));
    if (field.length > 0) return field;
  }
  return null;
}

/** A path with the index of an item in place of its key; without the key where no item has it. */
function withIndex(path: readonly string[], itemKeys: ItemKeys = {}): readonly string[] {
  const [list = '', key, ...rest] = path;
  const keys = Object.hasOwn(itemKeys, list) ? itemKeys[list] : undefined;
  if (keys === undefined || key === undefined) return path;
  const index = keys.indexOf(key);
  return index === -1 ? [list] : [list, String(index), ...rest];
}

function pathWithin(type: GraphQLInputType | undefined, path: readonly string[]): string[] {
  const [name, ...rest] = path;
  const nullable = type === undefined ? undefined : getNullableType(type);
  if (name === undefined) return [];
  if (isListType(nullable)) return isIndex(name) ? [name, ...pathWithin(nullable.ofType, rest)] : [];
  if (!isInputObjectType(nullable)) return [];
  const field = nullable.getFields()[name];
  if (field !== undefined) return [name, ...pathWithin(field.type, rest)];
  const list = nullable.isOneOf && isIndex(name) ? listIn(nullable) : undefined;
  return list === undefined ? [] : [list.name, ...pathWithin(list.type, path)];
}

const isIndex = (name: string) => /^\d{1,6}$/.test(name);

/** The list of a choice: where REST has a list or another value, the input has a field for each. */
function listIn(choice: GraphQLInputObjectType): GraphQLInputField | undefined {
  return Object.values(choice.getFields()).find(({ type }) => isListType(getNullableType(type)));
}

function toUserError(issue: Issue, inputNames: InputNames): UserError {
  const { code, message } = explain(issue);
  return { field: inputPath(issue.path.map(String), inputNames), message, code };
}

/** Replaces the longest part of a body path that has another name in the input. */
function inputPath(path: string[], inputNames: InputNames): string[] | null {
  for (let length = path.length; length > 0; length--) {
    const bodyName = path.slice(0, length).join('.');
    const name = Object.hasOwn(inputNames, bodyName) ? inputNames[bodyName] : undefined;
    if (name !== undefined) return [...name.split('.'), ...path.slice(length)];
  }
  return path.length === 0 ? null : path;
}

const tooShort = (minimum: number) =>
  minimum === 1 ? 'It must not be empty.' : `It must have at least ${minimum} characters.`;

function explain(issue: Issue): { code: UserErrorCode; message: string } {
  if (issue.input === null)
    return { code: 'NOT_ALLOWED', message: 'It cannot be null. Leave it out to keep its value.' };
  switch (issue.code) {
    case 'too_small':
      return { code: 'TOO_SHORT', message: tooShort(Number(issue.minimum)) };
    case 'too_big':
      return { code: 'TOO_LONG', message: `It must have at most ${issue.maximum} characters.` };
    case 'invalid_format':
      return issue.format === 'url'
        ? { code: 'PATTERN', message: 'It must be an absolute URL.' }
        : { code: 'PATTERN', message: issue.message };
    case 'invalid_type':
      if (issue.input === undefined) return { code: 'REQUIRED', message: 'A value is required.' };
      return { code: 'INVALID', message: `It must be a value of the type ${issue.expected}.` };
    case 'invalid_value':
      return { code: 'NOT_ALLOWED', message: `It must be one of ${issue.values.map(String).join(', ')}.` };
    case 'custom':
      return { code: codeOf(issue), message: issue.message };
    default:
      return { code: 'INVALID', message: 'It is not a valid value.' };
  }
}

/** The code that a rule of the contract's own has in its `params`. */
function codeOf({ params }: z.core.$ZodIssueCustom): UserErrorCode {
  const { code = 'INVALID' } = (params ?? {}) as { code?: UserErrorCode };
  return code;
}

/** A body as it is serialized: without undefined values. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutUndefined(inner)]));
}
