import { locatedError } from 'graphql';
import type { CompiledField, CompiledOperation, Selection } from '../compile/compiled-operation.ts';
import { runInTurns } from '../turns/event-loop-turn.ts';
import { Budget, type BudgetEnd } from './budget.ts';
import { type CompletedResult, emptyObject, type Objects } from './completion.ts';
import type { OperationContext } from './context.ts';
import { endedResult } from './ended-result.ts';
import type { MemoryWaiter } from './execution-memory.ts';
import { FieldErrors } from './field-errors.ts';
import { FieldExecution } from './field-execution.ts';
import { PendingWork } from './pending-work.ts';
import type { Slot } from './slot.ts';
import { validateMutations } from './validate.ts';

/**
 * Executes a compiled operation, as section 6 of the GraphQL specification says. Values are written straight into the
 * response, and one counter tells when all of them are complete: a field whose value is available costs no promise. What
 * takes long continues in later turns of the event loop, in the same order. It ends when its budget does.
 */
export function execute(context: OperationContext): Promise<CompletedResult> {
  return new Execution(context).run();
}

class Execution implements MemoryWaiter {
  readonly #context: OperationContext;
  readonly #compiled: CompiledOperation;
  readonly #budget: Budget;
  readonly #errors: FieldErrors;
  readonly #work: PendingWork;
  readonly #fields: FieldExecution;
  readonly #root: Slot = { parent: undefined, key: 'data', nullable: true, holder: { data: undefined } };
  /** Number of root fields whose execution has begun. */
  #begun = 0;

  constructor(context: OperationContext) {
    this.#context = context;
    this.#compiled = context.compiled;
    this.#budget = context.budget ?? new Budget(context.limits);
    this.#errors = new FieldErrors(this.#budget, context.onError ?? 'PROPAGATE');
    this.#work = new PendingWork(context.turns);
    this.#fields = new FieldExecution(context, this.#budget, this.#errors, this.#work);
    this.#budget.onEnd(this.#onEnd);
    this.#budget.takeMemory(this);
  }

  async run(): Promise<CompletedResult> {
    try {
      const pending = this.#executeRoot(this.#compiled.root());
      if (pending !== undefined) await pending;
    } catch (error) {
      return { errors: [locatedError(error, undefined)], data: null, size: 0 };
    }
    this.#fields.close();
    const budget = this.#budget;
    if (budget.end !== undefined) {
      const steps = endedResult(budget, this.#errors, this.#compiled, { root: this.#root, begun: this.#begun });
      return runInTurns(steps, this.#context.rest.turnOwner);
    }
    const data = this.#root.holder.data as Objects | null;
    const errors = this.#errors.all;
    return errors === undefined ? { data, size: budget.bytes } : { errors, data, size: budget.bytes };
  }

  /** What a mutation has written must be told. */
  get mayBeRejected(): boolean {
    return this.#compiled.operation.operation !== 'mutation';
  }

  pause(): void {
    this.#work.pause();
  }

  resume(): void {
    this.#work.resume();
  }

  /** Undefined where nothing has to be waited for. */
  #executeRoot({ fields, hasProto, size }: Selection): Promise<void> | undefined {
    const root = this.#root;
    const data = emptyObject(hasProto);
    root.holder.data = data;
    for (const field of fields) data[field.key] = undefined;
    this.#budget.addBytes(size);
    if (this.#compiled.operation.operation === 'mutation') {
      return this.#executeInOrder(fields, data);
    }
    this.#begun = fields.length;
    this.#fields.executeFields(undefined, fields, 0, data, root);
    return this.#idle();
  }

  /** Executes mutations: each, with all that is selected on it, ends before the next one begins. */
  async #executeInOrder(fields: readonly CompiledField[], data: Objects): Promise<void> {
    const root = this.#root;
    await this.#validate();
    for (const field of fields) {
      if (root.holder.data === null || this.#budget.end !== undefined) return;
      this.#begun++;
      this.#fields.executeField(field, undefined, data, root);
      const idle = this.#idle();
      if (idle !== undefined) await idle;
    }
  }

  /** Checks the inputs of all mutations, in turns. */
  async #validate(): Promise<void> {
    const context = this.#context;
    const steps = validateMutations(context.compiled, context.args, context.variables);
    context.validation = await runInTurns(steps, context.rest.turnOwner);
  }

  /** Undefined where nothing has to be waited for: also where the budget has ended before. */
  #idle(): Promise<void> | undefined {
    if (this.#work.isIdle || this.#budget.end !== undefined) return undefined;
    const idle = this.#work.idle();
    this.#budget.watch();
    return idle;
  }

  readonly #onEnd = (end: BudgetEnd): void => {
    // The calls in flight have failed: their fields report that in this turn of the event loop.
    if (end === 'deadline') setImmediate(() => this.#work.stop());
    // A write that was sent goes on: nobody could tell whether it was applied.
    else if (end === 'cancelled' && this.#compiled.operation.operation === 'mutation') this.#work.drain();
    else this.#work.stop();
  };
}
