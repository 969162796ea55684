import type { InvalidRecords } from '../engine/engine.ts';
import type { Invalidation } from './invalidation.ts';

/** Most records that are told of one by one. */
const maxRecords = 64;

/** Records that writes have changed, of which other processes are still to be told. */
export class PendingRecords {
  /** By type and id; undefined where anything may have changed. */
  #byName: Map<string, NonNullable<InvalidRecords>[number]> | undefined = new Map();
  #isStoreTold = true;

  add({ records, isStoreTold }: Invalidation): void {
    if (!isStoreTold) this.#isStoreTold = false;
    for (const record of records ?? []) this.#byName?.set(`${record.type}:${record.id}`, record);
    if (records === undefined || (this.#byName?.size ?? 0) > maxRecords) this.#byName = undefined;
  }

  /** All that were added since the last call. */
  take(): Invalidation {
    const taken = { records: this.#byName && [...this.#byName.values()], isStoreTold: this.#isStoreTold };
    this.#byName = new Map();
    this.#isStoreTold = true;
    return taken;
  }
}
