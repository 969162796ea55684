import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { selectableParams } from '../contract/endpoint.ts';
import type { Key } from '../contract/entity.ts';
import { isJsonObject } from '../contract/json.ts';
import type { Reference } from '../data/reference.ts';
import { definitionOf } from '../fields/field-definitions.ts';
import { GatewayError } from '../http/errors.ts';
import { urlOf } from '../http/url.ts';
import { defaultFirst } from '../relay/connection.ts';
import { encodeCursor, listFingerprint } from '../relay/cursor.ts';
import {
  type Argument,
  argumentNamed,
  coerced,
  partOf,
  singleText,
  valueFromTexts,
  wholeNumberFrom,
} from './argument-values.ts';
import { ConversionError } from './conversion-error.ts';
import { type ConvertedOperation, documentOf, type Step } from './converted-operation.ts';
import type { RestCall } from './match-call.ts';
import { selectionOf } from './selection.ts';

type SchemaField = GraphQLField<unknown, unknown>;

/** Most fields from the root to the field that makes the call. */
const maxSteps = 6;

/** The query whose only call is the given one. Throws a ConversionError where there is none. */
export function convertRead(schema: GraphQLSchema, call: RestCall): ConvertedOperation {
  const root = schema.getQueryType();
  const path = root == null ? undefined : new PathFinder(call).from(root, undefined, []);
  if (path === undefined) throw new ConversionError(`No field of the schema calls ${call.endpoint.id} alone.`);
  const { steps, field } = path;
  const document = documentOf('query', steps, selectionOf(field.type, { without: excludedFields(call) }));
  return { ...document, operation: call.endpoint.id, notes: notesOn(call) };
}

interface Path {
  steps: readonly Step[];
  /** The last field, which makes the call. */
  field: SchemaField;
}

/** Finds the fields from the root of the schema to the one that makes a call. */
class PathFinder {
  readonly #call: RestCall;

  constructor(call: RestCall) {
    this.#call = call;
  }

  /** The path from a type, whose record is `parent`; `steps` lead to it. */
  from(type: GraphQLObjectType, parent: Reference | undefined, steps: readonly Step[]): Path | undefined {
    const fields = Object.values(type.getFields());
    for (const field of fields) {
      const args = this.#callingArguments(field, parent);
      if (args !== undefined) return { steps: [...steps, { field: field.name, args }], field };
    }
    if (steps.length + 1 === maxSteps) return undefined;
    for (const field of fields) {
      const found = this.#through(field, parent, steps);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The path through a record that the call's path names. */
  #through(field: SchemaField, parent: Reference | undefined, steps: readonly Step[]): Path | undefined {
    const kind = definitionOf(field)?.kind;
    const type = getNamedType(field.type);
    const [entity] = kind?.entities ?? [];
    if (kind === undefined || entity === undefined || !isObjectType(type)) return undefined;
    const args = this.#keyArguments(field, entity.keyShapes, parent);
    const reference = args && attempt(() => kind.lookedUp(parent, coerced(args)));
    if (args === undefined || reference === undefined || !isWithin(reference.key, this.#call.path)) return undefined;
    return this.from(type, reference, [...steps, { field: field.name, args }]);
  }

  /** The arguments with which a field makes the call; undefined if it cannot. */
  #callingArguments(field: SchemaField, parent: Reference | undefined): Argument[] | undefined {
    const { endpoint, path } = this.#call;
    const kind = definitionOf(field)?.kind;
    const shapes = kind?.endpoints.includes(endpoint) ? kind.keyShapes(endpoint) : undefined;
    const args = shapes && this.#ownArguments(field, shapes, parent);
    if (kind === undefined || args === undefined) return undefined;
    const request = attempt(() => kind.requestFor(endpoint, parent, coerced(args)));
    if (request?.endpoint !== endpoint || !isSame(request.path, path)) return undefined;
    if (!kind.isPaged) return args;
    return [...args, ...this.#windowArguments(field, urlOf(endpoint, request.path, request.query))];
  }

  /** The arguments of the field that makes the call, without those of a window. */
  #ownArguments(
    field: SchemaField,
    shapes: readonly (readonly string[])[],
    parent: Reference | undefined,
  ): Argument[] | undefined {
    const key = this.#keyArguments(field, shapes, parent);
    return key && [...key, ...this.#queryArguments(field)];
  }

  /** Required arguments that the call's path gives; undefined where it does not give one of them. */
  #keyArguments(
    field: SchemaField,
    shapes: readonly (readonly string[])[],
    parent: Reference | undefined,
  ): Argument[] | undefined {
    const { path, query } = this.#call;
    const above = parent === undefined ? 0 : Object.keys(parent.key).length;
    const own = shapes.find(({ length }) => length === above + 1)?.at(-1);
    const args: Argument[] = [];
    for (const argument of field.args.filter(isRequiredArgument)) {
      if (query.has(argument.name)) continue;
      const name = argument.name in path ? argument.name : own;
      const value = name === undefined ? undefined : path[name];
      if (name === undefined || value === undefined) return undefined;
      args.push(idArgument(argument, name, value));
    }
    return args;
  }

  #queryArguments(field: SchemaField): Argument[] {
    const { endpoint, query } = this.#call;
    const { pageParam, limitParam } = endpoint.contract.dialect.paging;
    const isList = field.args.some(({ name }) => name === 'first');
    const ofWindow = isList ? [pageParam, limitParam] : [];
    const elsewhere = new Set([...ofWindow, ...selectableParams(endpoint).map(([name]) => name)]);
    const parameters = [...query].filter(([name]) => !elsewhere.has(name));
    return joined(parameters.map(([name, texts]) => queryArgument(field, name, texts)));
  }

  /** The parameters for paging as the arguments of a connection; `list` is the URL without them. */
  #windowArguments({ args }: SchemaField, list: string): Argument[] {
    const { query, endpoint } = this.#call;
    const { pageParam, limitParam, maxLimit } = endpoint.contract.dialect.paging;
    const limitText = onlyText(query, limitParam);
    const limit = limitText === undefined ? undefined : wholeNumberFrom(limitText, limitParam);
    const token = onlyText(query, pageParam);
    if (limit !== undefined && (limit < 1 || limit > maxLimit)) {
      throw new ConversionError(`"${limitParam}" must be from 1 to ${maxLimit}, not ${limit}.`);
    }
    if (token !== undefined && limit === undefined) {
      throw new ConversionError(
        `Add the "${limitParam}" that the page of ${endpoint.id} came with: a page token is valid with it only.`,
      );
    }
    const after = token && encodeCursor(listFingerprint(list), { token, limit: limit ?? maxLimit, skip: 0 });
    const values: Readonly<Record<string, unknown>> = { first: limit, after };
    return args.flatMap(({ name, type }) => {
      const value = name === 'first' || name === 'after' ? values[name] : undefined;
      return value === undefined ? [] : [{ name, type, value, variable: name }];
    });
  }
}

/** The argument, or a part of one, that stands for a query parameter. */
function queryArgument(field: SchemaField, parameter: string, texts: readonly string[]): Argument {
  const { name, type } = argumentNamed(field.args, parameter) ?? {};
  if (name !== undefined && type !== undefined)
    return { name, type, value: valueFromTexts(type, texts, parameter), variable: name };
  const part = partOf(field.args, texts);
  if (part === undefined) throw new ConversionError(`No argument of "${field.name}" stands for "${parameter}".`);
  return part;
}

function joined(args: readonly Argument[]): Argument[] {
  const byName = new Map<string, Argument>();
  for (const argument of args) {
    const before = byName.get(argument.name)?.value;
    const isPart = isJsonObject(before) && isJsonObject(argument.value);
    byName.set(argument.name, isPart ? { ...argument, value: { ...before, ...argument.value } } : argument);
  }
  return [...byName.values()];
}

/** An argument that names a record: its id, or a choice of look-ups with the id in it. */
function idArgument({ name, type }: GraphQLArgument, param: string, value: string): Argument {
  const named = getNamedType(type);
  return isInputObjectType(named) && 'id' in named.getFields()
    ? { name, type, value: { id: value }, variable: name }
    : { name, type, value, variable: param };
}

/** The result; undefined for a field that does not fit. Ids that no path can contain are the user's mistake. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof GatewayError) throw new ConversionError(error.message);
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function isWithin(key: Key, whole: Key): boolean {
  return Object.entries(key).every(([name, value]) => whole[name] === value);
}

function isSame(one: Key, other: Key): boolean {
  return Object.keys(one).length === Object.keys(other).length && isWithin(one, other);
}

function onlyText(query: RestCall['query'], name: string): string | undefined {
  const texts = query.get(name);
  return texts && singleText(texts, name);
}

/** Fields that a call with `…=false` leaves out. */
function excludedFields({ endpoint, query }: RestCall): Set<string> {
  return new Set(
    selectableParams(endpoint).flatMap(([param, field]) => (query.get(param)?.[0] === 'false' ? [field] : [])),
  );
}

function notesOn({ endpoint, query }: RestCall): string[] {
  const { limitParam } = endpoint.contract.dialect.paging;
  return endpoint.item !== undefined && !query.has(limitParam)
    ? [`The REST call has no "${limitParam}": the connection returns ${defaultFirst} items unless "first" is given.`]
    : [];
}
