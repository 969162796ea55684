import { type GraphQLObjectType, getNamedType } from 'graphql';
import type { EntityName } from '../contract/entity.ts';
import type { Reference } from '../data/reference.ts';
import { isNotFound } from '../http/errors.ts';
import {
  byResponseName,
  includedFields,
  type SelectedField,
  selectedFields,
  soundArguments,
} from '../operation/selection.ts';
import type { Context } from './context.ts';
import type { Described, Place } from './field.ts';
import { needsRecord, plannedBy } from './field-metadata.ts';

/**
 * Makes a reference ready for the fields selected on it. Its record, where one of them needs it, and the calls of the
 * fields that need its key alone start at once: none waits for another. Rejects with NOT_FOUND, at the reference's own
 * path, where the record does not exist; any other failure is left to the fields it concerns.
 *
 * `claims` is for look-ups by argument: where the selection would make no call at all, the record is asked for, so that
 * a non-null answer means that the service said so.
 */
export function settle<Name extends EntityName>(
  reference: Reference<Name>,
  context: Context,
  place: Place,
  claims: boolean,
): Reference<Name> | Promise<Reference<Name>> {
  if (reference.record !== undefined) return reference;
  const selected = selectionOn(reference, place);
  const isNeeded = !reference.isCanonical || needsRecord(selected);
  if (!isNeeded && !claims) {
    // Resolved next, the fields start their calls themselves; ahead of it, nobody else does.
    if (context.loaders.isAhead) startAll(selected, reference, context, place);
    return reference;
  }
  // Under another name than its id, a record's children would be asked for twice, and get ids of their own.
  const isKnown = reference.isCanonical;
  const loading = isNeeded ? reference.load(context.loaders) : undefined;
  const started = isKnown ? startAll(selected, reference, context, place) : [];
  if (loading !== undefined) return afterRecord(reference, loading, started.length > 0);
  const below = started.filter((one) => one.below !== undefined);
  if (below.length === 0) return reference.load(context.loaders).then(() => reference);
  return afterChecks(reference, context, below);
}

/** Starts the calls of the fields selected on a record at hand that need its key alone, before they are resolved. */
export function startBelow(reference: Reference, context: Context, place: Place): void {
  startAll(selectionOn(reference, place), reference, context, place);
}

/** Whether a selection on a type has fields whose calls can start before they are resolved. */
export function canStartBelow({ scope, nodes, type }: Place): boolean {
  return selectedFields(scope, nodes, type).some(({ field }) => {
    const { start, needs } = plannedBy(field.resolve);
    return start !== undefined && needs === 'key';
  });
}

function selectionOn({ name }: Reference, { scope, nodes }: Place): SelectedField[] {
  const type = scope.schema.getType(name) as GraphQLObjectType;
  return includedFields(scope, nodes, type);
}

interface Started {
  call: Promise<unknown>;
  below: Described['below'];
}

/** Starts what needs the reference's key alone. The loaders keep the answers for when the fields are resolved. */
function startAll(selected: SelectedField[], reference: Reference, context: Context, { scope }: Place): Started[] {
  const started: Started[] = [];
  for (const [one, nodes] of byResponseName(selected).values()) {
    const { start, needs, below } = (one.field.resolve ?? {}) as Described;
    if (start === undefined || needs !== 'key') continue;
    const args = soundArguments(one, scope);
    if (args === undefined) continue;
    const type = getNamedType(one.field.type) as GraphQLObjectType;
    const place = { scope, nodes, type };
    const call = context.loaders.ahead(() => start(reference as never, args as never, context, place));
    // The field itself reports a failure, when it is resolved.
    call.catch(() => {});
    started.push({ call, below });
  }
  return started;
}

async function afterRecord<Name extends EntityName>(
  reference: Reference<Name>,
  loading: Promise<unknown>,
  hasChildren: boolean,
): Promise<Reference<Name>> {
  try {
    await loading;
  } catch (error) {
    if (isNotFound(error) || !hasChildren) throw error;
  }
  return reference;
}

/**
 * One child call that succeeds shows that the parent exists. If all fail, a list's 404 shows that it doesn't; that of a
 * single record may be the record's own, so the parent is asked for too.
 */
async function afterChecks<Name extends EntityName>(
  reference: Reference<Name>,
  { loaders }: Context,
  checks: Started[],
): Promise<Reference<Name>> {
  try {
    await Promise.any(checks.map(({ call }) => call));
  } catch (error) {
    const { errors } = error as AggregateError;
    const ofList = errors.find((one, i) => isNotFound(one) && checks[i]?.below === 'list');
    if (ofList !== undefined) throw ofList;
    if (errors.some(isNotFound)) return afterRecord(reference, reference.load(loaders), true);
  }
  return reference;
}
