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
import type { Key } from '../contract/entity.ts';
import { maxPageSize, type Operation, pathParams, selectableParams } from '../contract/operation.ts';
import { Reference } from '../data/reference.ts';
import { definitionOf } from '../fields/field-definitions.ts';
import type { FieldSpec } from '../fields/spec.ts';
import { GatewayError } from '../http/errors.ts';
import { urlOf } from '../http/url.ts';
import { encodeCursor, listFingerprint } from '../relay/cursor.ts';
import {
  type Argument,
  argumentNamed,
  coerced,
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
  if (path === undefined) throw new ConversionError(`No field of the schema calls ${call.operation.id} alone.`);
  const { steps, field } = path;
  const document = documentOf('query', steps, selectionOf(field.type, { without: excludedFields(call) }));
  return { ...document, operation: call.operation.id, notes: notesOn(call) };
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
    const spec = definitionOf(field)?.spec;
    const type = getNamedType(field.type);
    if (spec?.kind !== 'lookup' || !isObjectType(type)) return undefined;
    const args = this.#keyArguments(field, spec.entity.keyShapes, parent);
    const reference = args && referenceOf(spec, parent, args);
    if (args === undefined || !(reference instanceof Reference) || !isWithin(reference.key, this.#call.path))
      return undefined;
    return this.from(type, reference, [...steps, { field: field.name, args }]);
  }

  /** The arguments with which a field makes the call; undefined if it cannot. */
  #callingArguments(field: SchemaField, parent: Reference | undefined): Argument[] | undefined {
    const { operation } = this.#call;
    const spec = definitionOf(field)?.spec;
    if (spec === undefined || !spec.operations.includes(operation)) return undefined;
    switch (spec.kind) {
      case 'connection':
      case 'value':
        return this.#requestArguments(field, spec, parent);
      case 'lookup':
        // The list that holds the record is a connection, too.
        if (spec.entity.lists.some((list) => list === operation)) return undefined;
        return this.#referenceArguments(field, spec, spec.entity.keyShapes, parent);
      case 'toOne':
        return spec.isBelow ? this.#referenceArguments(field, spec, [pathParams(operation.path)], parent) : undefined;
      default:
        return undefined;
    }
  }

  #requestArguments(
    field: SchemaField,
    spec: Extract<FieldSpec, { kind: 'connection' | 'value' }>,
    parent: Reference | undefined,
  ): Argument[] | undefined {
    const { operation, path } = this.#call;
    const args = this.#ownArguments(field, [pathParams(operation.path)], parent);
    if (args === undefined) return undefined;
    const request = attempt(() => spec.request(parent, coerced(args)));
    if (request?.operation !== operation || !isSame(request.path, path)) return undefined;
    const list = urlOf(operation, request.path, request.query);
    return spec.kind === 'connection' ? [...args, ...this.#windowArguments(field, list)] : args;
  }

  #referenceArguments(
    field: SchemaField,
    spec: ReferringSpec,
    shapes: readonly (readonly string[])[],
    parent: Reference | undefined,
  ): Argument[] | undefined {
    const args = this.#ownArguments(field, shapes, parent);
    const reference = args && referenceOf(spec, parent, args);
    return reference && isSame(reference.key, this.#call.path) ? args : undefined;
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
    const { operation, query } = this.#call;
    const elsewhere = new Set(['page', 'limit', ...selectableParams(operation).map(([name]) => name)]);
    const isList = field.args.some(({ name }) => name === 'first');
    return [...query].flatMap(([name, texts]) => {
      if (elsewhere.has(name) && (isList || name !== 'page')) return [];
      const argument = argumentNamed(field.args, name);
      if (argument === undefined) throw new ConversionError(`No argument of "${field.name}" stands for "${name}".`);
      const value = valueFromTexts(argument.type, texts, name);
      return [{ name: argument.name, type: argument.type, value, variable: argument.name }];
    });
  }

  /** `limit` and `page` as the arguments of a connection; `list` is the URL without them. */
  #windowArguments({ args }: SchemaField, list: string): Argument[] {
    const { query, operation } = this.#call;
    const limitText = onlyText(query, 'limit');
    const limit = limitText === undefined ? undefined : wholeNumberFrom(limitText, 'limit');
    const token = onlyText(query, 'page');
    if (limit !== undefined && (limit < 1 || limit > maxPageSize)) {
      throw new ConversionError(`"limit" must be from 1 to ${maxPageSize}, not ${limit}.`);
    }
    if (token !== undefined && limit === undefined) {
      throw new ConversionError(
        `Add the "limit" that the page of ${operation.id} came with: a page token is valid with it only.`,
      );
    }
    const after = token && encodeCursor(listFingerprint(list), { token, limit: limit ?? maxPageSize, skip: 0 });
    const values: Readonly<Record<string, unknown>> = { first: limit, after };
    return args.flatMap(({ name, type }) => {
      const value = name === 'first' || name === 'after' ? values[name] : undefined;
      return value === undefined ? [] : [{ name, type, value, variable: name }];
    });
  }
}

/** An argument that names a record: its id, or a choice of look-ups with the id in it. */
function idArgument({ name, type }: GraphQLArgument, param: string, value: string): Argument {
  const named = getNamedType(type);
  return isInputObjectType(named) && 'id' in named.getFields()
    ? { name, type, value: { id: value }, variable: name }
    : { name, type, value, variable: param };
}

type ReferringSpec = Extract<FieldSpec, { kind: 'lookup' | 'toOne' }>;

function referenceOf(
  spec: ReferringSpec,
  parent: Reference | undefined,
  args: readonly Argument[],
): Reference | undefined {
  return attempt(() => spec.refer(parent, coerced(args), '')) ?? undefined;
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
function excludedFields({ operation, query }: RestCall): Set<string> {
  return new Set(
    selectableParams(operation).flatMap(([param, field]) => (query.get(param)?.[0] === 'false' ? [field] : [])),
  );
}

function notesOn({ operation, query }: RestCall): string[] {
  const isList = operation.result !== undefined && isPaged(operation);
  return isList && !query.has('limit')
    ? ['The REST call has no "limit": the connection returns 25 items unless "first" is given.']
    : [];
}

function isPaged({ query }: Operation): boolean {
  return 'shape' in query && typeof query.shape === 'object' && query.shape !== null && 'limit' in query.shape;
}
