import { isObjectType } from 'graphql';
import { Reference, type Started } from '../data/reference.ts';
import {
  type ConnectionSpec,
  type FieldArguments,
  isBelowParent,
  type StartableSpec,
  type ValueSpec,
} from '../fields/spec.ts';
import { isForbidden, isNotFound } from '../http/errors.ts';
import { Connection, noItems, readFirst, windowOf } from '../relay/connection.ts';
import { RestList } from '../relay/rest-list.ts';
import { type CompiledField, type Selection, type Shape, selectionOn } from './compiled-operation.ts';
import { fieldContext, type OperationContext } from './context.ts';
import { StartedConnection } from './started-connection.ts';

/** When calls start: as their field is resolved, or before that. */
type Timing = 'resolve' | 'prefetch';

/**
 * Starts the calls of a field. Resolving the field continues from what this returns, whether it was started just now or
 * before. Throws what is wrong with the arguments.
 */
export function start(
  compiled: CompiledField,
  spec: StartableSpec,
  parent: unknown,
  args: FieldArguments,
  context: OperationContext,
  timing: Timing,
): Started {
  switch (spec.kind) {
    case 'lookup':
      return startReference(spec.refer(parent, args), compiled, context, { confirm: true, timing });
    case 'toOne':
      return startReference(spec.refer(parent, args, compiled.field.name), compiled, context, {
        confirm: false,
        timing,
      });
    case 'value':
      return startValue(compiled, spec, parent, args, context);
    case 'connection':
      return startConnection(compiled, spec, parent, args, context, timing);
  }
}

function startReference(
  reference: Reference | null,
  compiled: CompiledField,
  context: OperationContext,
  how: { confirm: boolean; timing: Timing },
): Started {
  const ready = reference === null ? null : settle(reference, compiled, context, how);
  return { response: ready instanceof Promise ? ready : undefined, result: () => ready };
}

function startValue(
  compiled: CompiledField,
  spec: ValueSpec,
  parent: unknown,
  args: FieldArguments,
  { cache }: OperationContext,
): Started {
  const known = fromParentRecord(spec, parent);
  if (known === null || (known !== undefined && needsOnlyKey(compiled, spec))) {
    return { response: undefined, result: () => known };
  }
  const response = cache.readCall(spec.request(parent, args));
  const orNull = (error: unknown) => {
    // The parent's record may have arrived by now, and tell that there is none.
    if (isNotFound(error) && fromParentRecord(spec, parent) === null) return null;
    throw error;
  };
  return { response, result: () => response.then((result) => spec.toValue(result, parent, args), orNull) };
}

/** What the parent's record tells of the value, if it has arrived. */
function fromParentRecord(spec: ValueSpec, parent: unknown): Reference | null | undefined {
  return parent instanceof Reference && parent.record !== undefined ? spec.fromParentRecord?.(parent) : undefined;
}

function needsOnlyKey({ shape }: CompiledField, { fromParentRecord: derive }: ValueSpec): boolean {
  return derive !== undefined && shape.kind === 'object' && !shape.selection().needsRecord;
}

function startConnection(
  compiled: CompiledField,
  spec: ConnectionSpec,
  parent: unknown,
  args: FieldArguments,
  context: OperationContext,
  timing: Timing,
): Started {
  const { shape } = compiled;
  const request = spec.request(parent, args);
  if (request.query !== undefined) spec.checkQuery?.(request.query);
  const list = new RestList(request.operation, request.path, request.query, context.cache);
  const selection = shape.kind === 'object' ? shape.selection() : undefined;
  const window = windowOf(args, list);
  // A cursor shows that the list held something once: only the service can tell whether it still does.
  if (args.after == null && isKnownEmpty(spec, parent))
    return { response: undefined, result: () => Connection.empty() };
  const needed = selection === undefined || selection.needsItems ? window : noItems;
  const started = new StartedConnection(list, needed, readFirst(list, needed), {
    toNode: (item) => spec.toNode(item, request),
    includes: spec.includes,
  });
  if (timing === 'prefetch' && selection !== undefined) {
    started.prefetchItems(selection, (node, on) => prefetchNode(node, on, context));
  }
  return started;
}

function isKnownEmpty({ count }: ConnectionSpec, parent: unknown): boolean {
  return (
    count !== undefined && parent instanceof Reference && parent.record !== undefined && count(parent.record) === 0
  );
}

/**
 * Makes a reference ready for the fields that are selected on it. Its record, where one of them needs it, and the calls of
 * the fields that need its key alone start at once: none waits for another. Rejects at the reference's own path where the
 * service says that the record does not exist or must not be seen; any other failure is left to the fields it concerns.
 *
 * `confirm` is for look-ups by argument: where the selection would make no call at all, the record is fetched, so that a
 * non-null value means that the service confirmed it.
 */
export function settle(
  reference: Reference,
  { shape }: CompiledField,
  context: OperationContext,
  { confirm, timing }: { confirm: boolean; timing: Timing },
): Reference | Promise<Reference> {
  if (reference.record !== undefined) return reference;
  const selection = selectionFor(reference, shape, context);
  if (selection === undefined) return reference;
  const isCanonical = reference.isCanonical;
  const isNeeded = !isCanonical || selection.needsRecord;
  if (!isNeeded && !confirm) {
    // Fields that are resolved next start their calls themselves.
    if (timing === 'prefetch') prefetchFields(selection, reference, context);
    return reference;
  }
  const loading = isNeeded ? reference.load(context.cache) : undefined;
  // Under another name than its id, a record's children would be fetched twice, and get ids of their own.
  const started = isCanonical ? prefetchFields(selection, reference, context) : [];
  if (loading !== undefined) return afterRecord(reference, loading, started);
  const confirming = started.filter(isConfirming);
  if (confirming.length === 0) return reference.load(context.cache).then(() => reference);
  return afterChildren(reference, context, confirming);
}

function prefetchNode(node: Reference, shape: Shape, context: OperationContext): void {
  const selection = selectionFor(node, shape, context);
  if (selection !== undefined) prefetchFields(selection, node, context);
}

/** What is selected on a reference, where values of a shape may be of several types. */
function selectionFor({ entity }: Reference, shape: Shape, { compiled }: OperationContext): Selection | undefined {
  const type = compiled.schema.getType(entity.name);
  return isObjectType(type) ? selectionOn(shape, type) : undefined;
}

interface StartedField {
  readonly spec: StartableSpec;
  readonly started: Started;
}

/** Whether the success of its call shows that the parent exists. */
function isConfirming({ spec, started }: StartedField): boolean {
  return started.response !== undefined && isBelowParent(spec);
}

/** Starts the calls of all selected fields that need the reference's key alone, and keeps them for these fields. */
export function prefetchFields(selection: Selection, reference: Reference, context: OperationContext): StartedField[] {
  const all: StartedField[] = [];
  for (const { compiled, spec } of selection.prefetchable) {
    const args = context.args.ifValid(compiled);
    if (args === undefined || reference.has(compiled)) continue;
    const own = fieldContext(context, compiled);
    const started = prefetchField(compiled, spec, reference, args, own);
    if (started === undefined) continue;
    if (own.origin !== undefined) started.origin = own.origin;
    // The field itself reports a failure when it is resolved.
    started.response?.catch(() => {});
    reference.keep(compiled, started);
    all.push({ spec, started });
  }
  return all;
}

/**
 * Starts the calls of a field before it is resolved; undefined where its parent's record will tell its value. What is wrong
 * with it is reported when it is resolved.
 */
function prefetchField(
  compiled: CompiledField,
  spec: StartableSpec,
  reference: Reference,
  args: FieldArguments,
  context: OperationContext,
): Started | undefined {
  try {
    if (spec.kind === 'value' && reference.isRequested && needsOnlyKey(compiled, spec)) return undefined;
    return start(compiled, spec, reference, args, context, 'prefetch');
  } catch (error) {
    const response = Promise.reject(error);
    return { response, result: () => response };
  }
}

/** The record's own GET decides; where it is not allowed, a child that could be read shows that the record exists. */
async function afterRecord(
  reference: Reference,
  loading: Promise<unknown>,
  children: readonly StartedField[],
): Promise<Reference> {
  try {
    await loading;
  } catch (error) {
    if (isNotFound(error) || children.length === 0) throw error;
    if (isForbidden(error) && !(await hasSuccess(children))) throw error;
  }
  return reference;
}

/** One child call that succeeds shows that the parent exists. If all fail, a 404 or 403 leaves it to the record's own GET. */
async function afterChildren(
  reference: Reference,
  { cache }: OperationContext,
  children: readonly StartedField[],
): Promise<Reference> {
  try {
    await Promise.any(children.map(({ started }) => started.response));
  } catch (error) {
    const { errors } = error as AggregateError;
    if (errors.some((one) => isNotFound(one) || isForbidden(one)))
      return afterRecord(reference, reference.load(cache), children);
  }
  return reference;
}

async function hasSuccess(children: readonly StartedField[]): Promise<boolean> {
  const below = children.filter(isConfirming).map(({ started }) => started.response);
  return Promise.any(below).then(
    () => true,
    () => false,
  );
}
