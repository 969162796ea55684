import type { CompiledField } from '../compile/compiled-operation.ts';
import type { PreparedWrite } from '../fields/write.ts';
import { type GatewayError, notExecuted } from '../http/errors.ts';
import type { OperationContext } from './context.ts';
import { validateMutations } from './validate.ts';

/** The validation of one mutation of an execution, for which all of them are validated. Throws why it is not executed. */
export function validatedMutation(compiled: CompiledField, context: OperationContext): PreparedWrite {
  const whole = context.whole ?? context;
  if (whole.isStopped) throw notExecuted(earlierFailed);
  whole.validation ??= validateMutations(whole.compiled.root(), whole.args);
  const validated = whole.validation.get(compiled);
  if (validated === undefined) throw new TypeError(`${compiled.field.name} was not validated.`);
  if ('error' in validated) throw validated.error;
  return validated;
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
