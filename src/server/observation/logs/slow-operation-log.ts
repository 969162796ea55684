import type { Logger } from 'pino';
import { LineInterval, type Plan, type PlannedCall } from '../../../engine/engine.ts';
import type { Settings } from '../../settings/settings.ts';
import type { EndedRequest, Observer } from '../observer.ts';
import { type AddressSettings, loggedAddress } from './logged-address.ts';
import { operationLine } from './operation-line.ts';

/** Calls of a plan that are logged: the most expensive ones. */
const maxPlannedCalls = 20;

/** Names in a document may be long, in characters. */
const maxFieldLength = 200;

type SlowLogSettings = AddressSettings & Pick<Settings, 'slowOperationMs'>;

/** Logs operations that take long, with their plan. */
export class SlowOperationLog implements Observer {
  readonly observesCalls = false;
  readonly #settings: SlowLogSettings;
  readonly #logger: Logger;
  /** A plan takes as long as a small operation, and so may its line. */
  readonly #lines = new LineInterval();

  constructor(settings: SlowLogSettings, logger: Logger) {
    this.#settings = settings;
    this.#logger = logger;
  }

  recordRequest({ state, end }: EndedRequest): void {
    if (end.ms < this.#settings.slowOperationMs || state.operation === undefined) return;
    const suppressed = this.#lines.next();
    if (suppressed === undefined) return;
    const plan = state.plannable?.plan();
    const address = loggedAddress(state.observed, this.#settings);
    const line = { ...operationLine(state, end, address), ...suppressed };
    this.#logger.warn({ ...line, ...(plan && { plan: summaryOf(plan) }) }, 'slow operation');
  }
}

/** A plan without its tree: totals, and its most expensive calls. It holds path templates, and no ids. */
function summaryOf({ calls, levels, tree }: Plan) {
  const all = flat(tree);
  const costly = all.sort((one, other) => costOf(other) - costOf(one)).slice(0, maxPlannedCalls);
  return {
    calls,
    levels,
    costly: costly.map(({ field, operation, path, calls: count, level }) => ({
      field: field.slice(0, maxFieldLength),
      operation,
      path,
      calls: count,
      level,
    })),
    omitted: all.length - costly.length,
  };
}

function flat(tree: readonly PlannedCall[]): PlannedCall[] {
  return tree.flatMap((call) => [call, ...flat(call.next)]);
}

/** Calls that nothing bounds are the most expensive ones. */
function costOf({ calls }: PlannedCall): number {
  return calls ?? Number.MAX_SAFE_INTEGER;
}
