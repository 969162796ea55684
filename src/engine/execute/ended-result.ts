import type { CompiledField, CompiledOperation } from '../compile/compiled-operation.ts';
import { responseTooLarge, tooManyErrors } from '../document/limits.ts';
import { noMemory } from '../http/call-errors.ts';
import { GatewayError } from '../http/errors.ts';
import type { Budget } from './budget.ts';
import type { CompletedResult, Objects } from './completion.ts';
import type { FieldErrors } from './field-errors.ts';
import { endIncomplete } from './incomplete.ts';
import { LateErrors } from './late-errors.ts';
import type { Slot } from './slot.ts';

interface Progress {
  /** The place of the data. */
  root: Slot;
  /** Number of root fields whose execution has begun. */
  begun: number;
}

/**
 * The result of an execution whose budget has ended: what is complete, where time or errors have run out, with null for the rest;
 * no data where the response is too large, where nobody waits for it, or where the client wants none beside an error. In steps.
 */
export function* endedResult(
  budget: Budget,
  errors: FieldErrors,
  { operation, root }: CompiledOperation,
  progress: Progress,
): Generator<void, CompletedResult, void> {
  const { begun } = progress;
  if (budget.end === 'bytes') return failed(responseTooLarge(budget.maxBytes, operation, begun));
  if (budget.end === 'cancelled') return failed(cancelled());
  if (budget.end === 'memory') return failed(noMemory());
  if (errors.isHalted) return halted(errors);
  const { holder } = progress.root;
  const selection = root();
  const end =
    budget.end === 'errors'
      ? (_: CompiledField, at: Slot) => errors.makeNull(at)
      : expiry(
          budget.timeoutMs,
          errors,
          operation.operation === 'mutation' ? selection.fields.slice(0, begun) : undefined,
        );
  if (holder.data !== null) yield* endIncomplete(selection, holder.data as Objects, progress.root, end);
  if (errors.isHalted) return halted(errors);
  if (budget.end === 'errors') errors.addFinal(tooManyErrors(operation, begun));
  return { errors: errors.all, data: holder.data as Objects | null, size: budget.bytes };
}

function halted({ all }: FieldErrors): CompletedResult {
  return { errors: all, data: null, size: 0 };
}

function failed(error: GatewayError): CompletedResult {
  return { errors: [error], data: null, size: 0 };
}

function cancelled(): GatewayError {
  return new GatewayError('CANCELLED', 'The request was cancelled.');
}

/** Reports what the deadline has ended. `mutations` are those that have begun; undefined for a query. */
function expiry(timeoutMs: number, errors: FieldErrors, mutations: readonly CompiledField[] | undefined) {
  const late = new LateErrors(timeoutMs);
  return (compiled: CompiledField, at: Slot): void => {
    const isMutation = mutations !== undefined && compiled.parent === undefined;
    errors.add(late.errorOf(isMutation, mutations?.includes(compiled) === true), compiled, at);
  };
}
