import type { CompiledField } from '../compile/compiled-operation.ts';
import { exportedIdsOf } from '../compile/exported-ids.ts';
import type { PreparedWrite } from '../fields/write.ts';
import { type GatewayError, notExecuted } from '../http/errors.ts';
import { runAtOnce } from '../turns/event-loop-turn.ts';
import type { OperationContext } from './context.ts';
import { validateMutations } from './validate.ts';

/** The validation of one mutation of an execution, for which all of them are validated. Throws why it is not executed. */
export function validatedMutation(compiled: CompiledField, context: OperationContext): PreparedWrite {
  const whole = context.whole ?? context;
  if (whole.isStopped) throw notExecuted(earlierFailed);
  whole.validation ??= runAtOnce(validateMutations(whole.compiled, whole.args, whole.variables));
  const validated = whole.validation.get(compiled);
  if (validated === undefined) throw new TypeError(`${compiled.field.name} was not validated.`);
  if ('error' in validated) throw validated.error;
  if (whole.exported === undefined || 'userErrors' in validated) return validated;
  return withExportedIds(compiled, validated, whole);
}

/** The same with the ids that earlier mutations have exported. Throws where one of them exported none. */
function withExportedIds(compiled: CompiledField, validated: PreparedWrite, context: OperationContext): PreparedWrite {
  const names = exportedIdsOf(context.compiled)?.usedBy(compiled) ?? [];
  if (names.length === 0) return validated;
  const missing = names.find((name) => !context.exported?.has(name));
  const { write } = compiled.definition?.kind ?? {};
  const [input] = compiled.field.args;
  let prepared: PreparedWrite | undefined;
  try {
    if (missing !== undefined) throw notExecuted(`no earlier mutation in this request has an id for "$${missing}".`);
    prepared = input && write && runAtOnce(write.prepare(context.args.of(compiled), input.type));
  } finally {
    if (prepared === undefined || 'userErrors' in prepared) mutationFailed(context);
  }
  return prepared ?? validated;
}

/** Notes the value of a field that is exported to a variable. */
export function exportValue(name: string, value: unknown, context: OperationContext): void {
  const { exported, variables } = context.whole ?? context;
  if (exported === undefined || value == null) return;
  exported.add(name);
  // These variables are the execution's own.
  (variables as Record<string, unknown>)[name] = value;
}

const earlierFailed = 'an earlier mutation in this request failed.';

/** Why a mutation of several writes sends no more of them. */
export function unsentWrite(context: OperationContext): GatewayError | undefined {
  const { isStopped, budget } = context.whole ?? context;
  if (isStopped) return notExecuted(earlierFailed);
  if (budget?.isExpired) return notExecuted(`the request was not complete within ${budget.timeoutMs} ms.`);
  return budget?.end === undefined ? undefined : notExecuted('the request has ended.');
}

/** A mutation failed: with `@stopOnFailure` on the operation, those after it are not executed. */
export function mutationFailed(context: OperationContext): void {
  const whole = context.whole ?? context;
  const { directives = [] } = whole.compiled.operation;
  if (directives.some(({ name }) => name.value === 'stopOnFailure')) whole.isStopped = true;
}

/** The deadline leaves the execution a moment to tell what the writes of a mutation have done. */
export function extendDeadline({ budget }: OperationContext): void {
  budget?.extendDeadline();
}
