import { setImmediate as nextTurn } from 'node:timers/promises';
import { isObjectType } from 'graphql';
import { type CompiledField, type Selection, type Shape, selectionOn } from '../compile/compiled-operation.ts';
import { memoize } from '../contract/memoize.ts';
import { type PrefetchedField, Reference } from '../data/reference.ts';
import type { Execution, Prefetch, PrefetchableKind, PrefetchedItems } from '../fields/field-kind.ts';
import type { FieldArguments } from '../fields/field-view.ts';
import { isBadUserInput } from '../http/errors.ts';
import { ignore } from '../http/ignore.ts';
import { isTurnOverNow } from '../turns/event-loop-turn.ts';
import { fieldContext, type OperationContext } from './context.ts';
import { extendDeadline, mutationFailed, unsentWrite, validatedMutation } from './validated-mutation.ts';

/** What an execution does for the fields that it resolves. */
export const resolving: Execution = {
  ready(reference, compiled: CompiledField, context: OperationContext, mustExist) {
    if (reference.record !== undefined) return reference;
    const selection = selectionFor(reference, compiled.shape, context);
    if (selection === undefined) return reference;
    // Fields that are resolved next start their calls themselves.
    if (!mustExist && reference.isCanonical && !selection.needsRecord) return reference;
    return load(reference, selection, context);
  },
  validated: validatedMutation,
  failed: mutationFailed,
  unsent: unsentWrite,
  outlivesDeadline: extendDeadline,
};

/** The same for the fields whose calls start before they are resolved: the calls below them start too. */
const prefetching: Prefetch = {
  ready(reference, compiled: CompiledField, context: OperationContext, mustExist) {
    if (reference.record !== undefined) return reference;
    const selection = selectionFor(reference, compiled.shape, context);
    if (selection === undefined) return reference;
    if (mustExist || !reference.isCanonical || selection.needsRecord) return load(reference, selection, context);
    prefetchFields(selection, reference, context);
    return reference;
  },
  items(connection, { shape }: CompiledField, context: OperationContext) {
    const shapes = prefetchedShapesIn(shape);
    if (shapes.length > 0) void prefetchItems(connection, shapes, context);
  },
  validated: validatedMutation,
  failed: mutationFailed,
  unsent: unsentWrite,
  outlivesDeadline: extendDeadline,
};

/**
 * Makes a reference ready for the fields that are selected on it. Its record, where one of them needs it, and the calls of
 * the fields that need its key alone start at once: none waits for another. Resolves once a call shows that the record exists: its own,
 * or one below it. Where none does, its own is made, and decides: its failure is that of the reference. Where the arguments of a field
 * below it are invalid, no call is made for that alone: their errors are all that the selection asks for.
 */
function load(reference: Reference, selection: Selection, context: OperationContext): Reference | Promise<Reference> {
  const { isCanonical } = reference;
  const loading = !isCanonical || selection.needsRecord ? reference.load(context.cache) : undefined;
  // Under another name than its id, a record's children would be fetched twice, and get ids of their own.
  const children = isCanonical ? prefetchFields(selection, reference, context) : [];
  if (loading !== undefined)
    return children.length === 0 ? loaded(reference, loading) : afterRecord(reference, loading, children);
  const confirming = children.filter(isConfirming);
  if (confirming.length > 0) return afterChildren(reference, context, confirming);
  if (children.some(isRefused) || hasInvalidArguments(selection, context)) return reference;
  return loaded(reference, reference.load(context.cache));
}

/** Whether a field that would show that its parent exists makes no call, as its arguments are invalid. */
function hasInvalidArguments({ prefetchable }: Selection, { args }: OperationContext): boolean {
  return prefetchable.some(({ compiled, kind }) => kind.isBelowParent && args.ifValid(compiled) === undefined);
}

function loaded(reference: Reference, loading: Promise<unknown>): Promise<Reference> {
  return loading.then(() => reference);
}

/** What is selected on a reference, where values of a shape may be of several types. */
function selectionFor({ entity }: Reference, shape: Shape, { compiled }: OperationContext): Selection | undefined {
  const type = compiled.schema.getType(entity.name);
  return isObjectType(type) ? selectionOn(shape, type) : undefined;
}

interface ChildField {
  readonly kind: PrefetchableKind;
  readonly prefetched: PrefetchedField;
}

/** Whether the success of its call shows that the parent exists. */
function isConfirming({ kind, prefetched }: ChildField): boolean {
  return prefetched.response !== undefined && kind.isBelowParent && !prefetched.isRefused;
}

/** The same for a call that was not made, as what it would be made with is invalid. */
function isRefused({ kind, prefetched }: ChildField): boolean {
  return kind.isBelowParent && prefetched.isRefused === true;
}

/** Starts the calls of all selected fields that need the reference's key alone, and adds them to it for these fields. */
function prefetchFields(selection: Selection, reference: Reference, context: OperationContext): ChildField[] {
  const all: ChildField[] = [];
  for (const { compiled, kind } of selection.prefetchable) {
    const args = context.args.ifValid(compiled);
    if (args === undefined || reference.isPrefetched(compiled) || kind.awaitsRecord(reference, compiled)) continue;
    if (context.budget?.mayPrefetch() === false) break;
    const own = fieldContext(context, compiled);
    const prefetched = prefetchField(compiled, kind, reference, args, own);
    if (own.origin !== undefined) prefetched.origin = own.origin;
    // The field itself reports a failure when it is resolved.
    prefetched.response?.catch(ignore);
    reference.addPrefetched(compiled, prefetched);
    all.push({ kind, prefetched });
  }
  return all;
}

/** Starts the calls of a field before it is resolved. What is wrong with it is reported when it is resolved. */
function prefetchField(
  compiled: CompiledField,
  kind: PrefetchableKind,
  reference: Reference,
  args: FieldArguments,
  context: OperationContext,
): PrefetchedField {
  try {
    return kind.prefetch(reference, args, compiled, context, prefetching);
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): PrefetchedField {
  const response = Promise.reject(error);
  return { response, result: () => response, isRefused: isBadUserInput(error) };
}

/** Where the record's own GET fails, a child that could be read shows that the record exists. */
async function afterRecord(
  reference: Reference,
  loading: Promise<unknown>,
  children: readonly ChildField[],
): Promise<Reference> {
  try {
    await loading;
  } catch (error) {
    if (!(await hasSuccess(children.filter(isConfirming)))) throw error;
  }
  return reference;
}

/** One child call that succeeds shows that the parent exists. If all fail, the record's own GET decides. */
async function afterChildren(
  reference: Reference,
  { cache }: OperationContext,
  children: readonly ChildField[],
): Promise<Reference> {
  if (!(await hasSuccess(children))) await reference.load(cache);
  return reference;
}

/** Whether one of the calls shows that the record above them exists. Waits for all of them if none does. */
function hasSuccess(children: readonly ChildField[]): Promise<boolean> {
  return Promise.any(children.map(({ prefetched }) => prefetched.response)).then(
    () => true,
    () => false,
  );
}

/**
 * Continues with the calls below a connection's items, where the field itself still waits for its parent's record: a slow
 * record delays nothing but the fields that read it.
 */
async function prefetchItems(
  connection: PrefetchedItems,
  shapes: readonly Shape[],
  context: OperationContext,
): Promise<void> {
  try {
    await connection.response;
    // A field that waits for nothing else, or for what arrives in the same turn, continues from its page first.
    await nextTurn();
    await new Promise<void>((resolve) => context.turns.afterWork(resolve));
    if (connection.isClaimed) return;
    for (const node of await connection.nodes()) {
      while (isTurnOverNow()) await context.turns.next();
      if (connection.isClaimed) return;
      if (node instanceof Reference) for (const shape of shapes) prefetchNode(node, shape, context);
    }
  } catch {
    // The field itself reports a failure when it is resolved.
  }
}

function prefetchNode(node: Reference, shape: Shape, context: OperationContext): void {
  const selection = selectionFor(node, shape, context);
  if (selection !== undefined) prefetchFields(selection, node, context);
}

/** The same for the shape of a connection; none where a condition in it is invalid, which its field reports when it is resolved. */
function prefetchedShapesIn(connection: Shape): readonly Shape[] {
  try {
    return connection.kind === 'object' ? prefetchedShapesOf(connection.selection()) : [];
  } catch {
    return [];
  }
}

/** Where a connection's nodes are selected with fields whose calls can start before they are resolved: by themselves, and in its edges. */
const prefetchedShapesOf = memoize((selection: Selection): readonly Shape[] => {
  const edges = selection.fieldsNamed('edges').flatMap(({ shape }) => {
    const edge = shape.kind === 'list' ? shape.item : shape;
    return edge.kind === 'object' ? edge.selection().fieldsNamed('node') : [];
  });
  return [...selection.fieldsNamed('nodes'), ...edges].map(({ shape }) => shape).filter(mayPrefetch);
});

/** Whether what is selected on nodes has fields whose calls can start before they are resolved. */
function mayPrefetch(shape: Shape): boolean {
  if (shape.kind === 'list') return mayPrefetch(shape.item);
  return shape.kind === 'abstract' || (shape.kind === 'object' && shape.selection().prefetchable.length > 0);
}
