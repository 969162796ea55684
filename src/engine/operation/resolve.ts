import type { GraphQLResolveInfo } from 'graphql';
import type { Key } from '../contract/entity.ts';
import { Reference } from '../data/reference.ts';
import { checked, checkId, objectsIn } from '../fields/contract-checks.ts';
import type { FieldDefinition } from '../fields/field-definitions.ts';
import type {
  EmbeddedConnectionSpec,
  FieldArguments,
  FunctionSpec,
  NodesSpec,
  OwnerSpec,
  RecordSpec,
  StartableSpec,
  ToOneSpec,
} from '../fields/spec.ts';
import { contractBroken, isNotFound } from '../http/errors.ts';
import { connectionFrom, noItems, readFirst, windowOf } from '../relay/connection.ts';
import { ArrayList, readAll } from '../relay/rest-list.ts';
import type { CompiledField } from './compiled-operation.ts';
import type { OperationContext } from './context.ts';
import { isDeeperThan, tooManyIds } from './limits.ts';
import { performAction } from './perform-action.ts';
import { settle, start } from './prefetch.ts';

/** Makes what graphql hands to resolvers: only functions and methods need it. */
type InfoFunction = (compiled: CompiledField) => GraphQLResolveInfo;

/**
 * The value of a field, checked against what the contract promises of it. `info` is made for the functions that
 * GraphQL resolvers are.
 */
export function resolveField(
  compiled: CompiledField,
  definition: FieldDefinition,
  parent: unknown,
  args: FieldArguments,
  context: OperationContext,
  info: InfoFunction,
): unknown {
  const value = specValue(compiled, definition, parent, args, context, info);
  const { checkValue, isJson } = definition;
  if (checkValue === undefined && !isJson) return value;
  if (value instanceof Promise)
    return value.then((resolved) => checkedValue(resolved, compiled, definition, parent, context));
  return checkedValue(value, compiled, definition, parent, context);
}

function checkedValue(
  value: unknown,
  compiled: CompiledField,
  { checkValue, isJson }: FieldDefinition,
  parent: unknown,
  context: OperationContext,
): unknown {
  if (isJson) checkNesting(value, parent, compiled, context);
  return checkValue === undefined ? value : checked(checkValue, value, parent, compiled.field.name);
}

/** A value of JSON is serialized by recursion. Throws UPSTREAM_CONTRACT for one that is nested too deeply. */
function checkNesting(
  value: unknown,
  parent: unknown,
  { field }: CompiledField,
  { limits: { maxJsonDepth } }: OperationContext,
): void {
  if (!isDeeperThan(value, maxJsonDepth)) return;
  const source = parent instanceof Reference ? parent.source : undefined;
  throw contractBroken(source, field.name, `has a value that is nested deeper than ${maxJsonDepth} levels`);
}

function specValue(
  compiled: CompiledField,
  { spec }: FieldDefinition,
  parent: unknown,
  args: FieldArguments,
  context: OperationContext,
  info: InfoFunction,
): unknown {
  // Fields of these kinds are on records alone.
  const reference = parent as Reference;
  switch (spec.kind) {
    case 'record':
      return fromRecord(spec, reference, context);
    case 'key':
      return spec.read(reference);
    case 'property':
      return property((parent as Record<string, unknown>)?.[spec.name], parent, compiled, args, context, info);
    case 'connection':
    case 'lookup':
    case 'value':
      return startOrTake(compiled, spec, parent, args, context);
    case 'toOne':
      return spec.from === 'record'
        ? toOneOfRecord(compiled, spec, reference, args, context)
        : startOrTake(compiled, spec, parent, args, context);
    case 'embeddedConnection':
      return embeddedConnection(compiled, spec, reference, args, context);
    case 'owner':
      return fromOwner(spec, reference, context);
    case 'derived':
      return spec.resolve(reference, args, context);
    case 'nodes':
      return nodes(compiled, spec, args, context);
    case 'action':
      return performAction(compiled, spec, args, context);
    case 'function':
      return callFunction(compiled, spec, parent, args, context, info);
  }
}

/** Continues from the calls that were started before, or starts them. */
function startOrTake(
  compiled: CompiledField,
  spec: StartableSpec,
  parent: unknown,
  args: FieldArguments,
  context: OperationContext,
): unknown {
  const started = parent instanceof Reference ? parent.take(compiled) : undefined;
  if (context.origin !== undefined) started?.origin?.resolvedAs(context.origin);
  return (started ?? start(compiled, spec, parent, args, context, 'resolve')).result();
}

function fromRecord(spec: RecordSpec, parent: Reference, { cache }: OperationContext): unknown {
  const { record } = parent;
  return record === undefined
    ? parent.load(cache).then((loaded) => spec.read(loaded, parent))
    : spec.read(record, parent);
}

/** A property; a reference in it is made ready for what is selected on it, and a function is called as graphql does. */
function property(
  value: unknown,
  parent: unknown,
  compiled: CompiledField,
  args: FieldArguments,
  context: OperationContext,
  info: InfoFunction,
): unknown {
  if (value instanceof Reference) return settle(value, compiled, context, { confirm: false, timing: 'resolve' });
  return typeof value === 'function' ? value.call(parent, args, context, info(compiled)) : value;
}

function toOneOfRecord(
  compiled: CompiledField,
  spec: ToOneSpec,
  parent: Reference,
  args: FieldArguments,
  context: OperationContext,
): unknown {
  const follow = () => start(compiled, spec, parent, args, context, 'resolve').result();
  return parent.record === undefined ? parent.load(context.cache).then(follow) : follow();
}

function callFunction(
  compiled: CompiledField,
  { needs, resolve }: FunctionSpec,
  parent: unknown,
  args: FieldArguments,
  context: OperationContext,
  info: InfoFunction,
): unknown {
  const call = () => resolve(parent, args, context, info(compiled));
  const isMissing = needs === 'record' && parent instanceof Reference && parent.record === undefined;
  return isMissing ? parent.load(context.cache).then(call) : call();
}

async function embeddedConnection(
  { shape, field }: CompiledField,
  spec: EmbeddedConnectionSpec,
  parent: Reference,
  args: FieldArguments,
  { cache }: OperationContext,
): Promise<unknown> {
  const { entity, list } = spec;
  const record = parent.record ?? (await parent.load(cache));
  const inner = objectsIn(spec.items?.(record), parent.source, field.name);
  const { key } = parent;
  const items =
    inner ??
    (await readAll(list, listPath(spec, parent, record, field.name), cache)).filter((item) => spec.belongs(item, key));
  const source = inner === undefined ? list : parent.source;
  const all = new ArrayList(`${parent.entity.name} ${Object.values(key).join('/')} ${entity.name}`, items as object[]);
  const isSelected = shape.kind === 'object' && shape.selection().needsItems;
  const requested = windowOf(args, all);
  const window = isSelected ? requested : noItems;
  return connectionFrom(await readFirst(all, window), all, window, {
    toNode: (item) => Reference.of(entity, key, item, source),
    includes: entity.isMixed ? (item) => entity.includes(item) : undefined,
  });
}

/** The path of the list that has the items. Throws UPSTREAM_CONTRACT where the parent's record does not tell it. */
function listPath({ path }: EmbeddedConnectionSpec, { key, source }: Reference, record: object, field: string): Key {
  if (path === undefined) return key;
  const found = path(record);
  for (const id of Object.values(found)) checkId(id, source, field);
  return found;
}

function fromOwner(spec: OwnerSpec, reference: Reference, { cache }: OperationContext): unknown {
  if (reference.record !== undefined) return spec.fromOwn(reference.record);
  return spec
    .owner(reference)
    .load(cache)
    .then((record) => spec.fromOwner(record));
}

function nodes(compiled: CompiledField, spec: NodesSpec, args: FieldArguments, context: OperationContext): unknown {
  const ids = spec.ids(args);
  const { maxNodeIds } = context.limits;
  if (ids.length > maxNodeIds) throw tooManyIds(compiled.field.name, maxNodeIds);
  const found = ids.map((id) => findNode(id, compiled, spec, context));
  return spec.isList ? found : found[0];
}

/** The record that a global id names; null where the service says that there is none. */
async function findNode(
  id: string,
  compiled: CompiledField,
  spec: NodesSpec,
  context: OperationContext,
): Promise<Reference | null> {
  try {
    return await settle(spec.refer(id), compiled, context, { confirm: true, timing: 'resolve' });
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
