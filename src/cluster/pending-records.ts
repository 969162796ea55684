import type { InvalidRecords } from '../engine/engine.ts';

/** Most records that are told of one by one. */
const maxRecords = 64;

/** Records that writes have changed, of which other processes are still to be told. */
export class PendingRecords {
  /** By type and id; undefined where anything may have changed. */
  #byName: Map<string, NonNullable<InvalidRecords>[number]> | undefined = new Map();

  add(records: InvalidRecords): void {
    for (const record of records ?? []) this.#byName?.set(`${record.type}:${record.id}`, record);
    if (records === undefined || (this.#byName?.size ?? 0) > maxRecords) this.#byName = undefined;
  }

  /** All that were added since the last call. */
  take(): InvalidRecords {
    const records = this.#byName && [...this.#byName.values()];
    this.#byName = new Map();
    return records;
  }
}
