import type { Operation } from '../contract/operation.ts';
import { hasNoValue } from '../data/cached-read.ts';
import { Reference } from '../data/reference.ts';
import type { ActionRequest, ActionSpec, FieldArguments } from '../fields/spec.ts';
import { type UserError, userErrorOf } from '../fields/user-errors.ts';
import type { Arguments } from '../http/client.ts';
import { GatewayError } from '../http/errors.ts';
import type { CompiledField } from './compiled-operation.ts';
import type { OperationContext } from './context.ts';
import { validateMutations } from './validate.ts';

/** Sends a mutation's write once, after all mutations of the operation were validated. Resolves to its payload. */
export async function performAction(
  compiled: CompiledField,
  spec: ActionSpec,
  args: FieldArguments,
  context: OperationContext,
): Promise<object> {
  const whole = context.whole ?? context;
  whole.validation ??= validateMutations(whole.compiled.root(), whole.args);
  const validated = whole.validation.get(compiled);
  if (validated === undefined) throw new TypeError(`${compiled.field.name} was not validated.`);
  if ('error' in validated) throw validated.error;
  if ('userErrors' in validated) return payloadOf(args, validated.userErrors);
  const { request } = validated;
  try {
    const result = await send(spec, request, context);
    const fields = spec.toPayload(result, request.path, args);
    // A record in another form than its plain GET returns is not the one that other fields will look for.
    if (hasNoValue(request.query ?? {})) cacheRecords(fields, context);
    return payloadOf(args, [], fields);
  } catch (error) {
    const rejected = error instanceof GatewayError ? userErrorOf(error) : undefined;
    if (rejected === undefined) throw error;
    return payloadOf(args, [rejected]);
  }
}

function payloadOf({ input }: FieldArguments, userErrors: readonly UserError[], fields: object = {}): object {
  const { clientMutationId } = input as { clientMutationId?: string | null };
  return { ...fields, userErrors, clientMutationId };
}

async function send(
  { operation }: ActionSpec,
  { path, query, body }: ActionRequest,
  { rest, cache, origin }: OperationContext,
): Promise<unknown> {
  try {
    return await rest.call(operation, { path, query, body } as Arguments<Operation>, origin);
  } finally {
    // What was read before may be wrong now, whether the write is known to have succeeded or not.
    cache.clear();
  }
}

function cacheRecords(fields: object, { cache }: OperationContext): void {
  for (const value of Object.values(fields)) {
    if (value instanceof Reference && value.record !== undefined && value.hasKey) {
      cache.add(value.entity, value.key, value.record);
    }
  }
}
