import type { EntityName } from '../contract/entity.ts';
import type { Operation } from '../contract/operation.ts';
import type { SelectedField } from '../operation/selection.ts';

/** What a field says of the calls that it makes: enough to plan them before anything is known of its parent. */
export interface Planned {
  /** The operations that the field itself may call. */
  calls?: readonly Operation[];
  /** What it needs of its parent: the key alone, or the record. Left out: the record. */
  needs?: 'key' | 'record';
  /**
   * What becomes of the calls. An answer, a page of a list or a write is asked for wherever the field is selected; the
   * record of a reference only where a field of it is selected that its key does not tell; the owner's record only where
   * it is not at hand. Items stand in the parent's record: a call is made only where the service left them out.
   */
  gives?: 'answer' | 'page' | 'payload' | 'reference' | 'owner' | 'items';
  /** Whether a reference stands for the service's word that the record exists: if nothing else asks, it does itself. */
  claims?: boolean;
  /** The kinds of the records that the arguments name, and how many of each, where the field's type leaves them open. */
  finds?: (args: never) => ReadonlyMap<EntityName, number>;
  /** The field's calls are made below its parent's path; a list of these fails with 404 where the parent does not exist. */
  below?: 'list' | 'record';
  /** Set where the field's calls start before it is resolved, as soon as its parent's key is known. */
  start?: unknown;
}

/** Whether a selection needs the record of what it is on: not where the key tells all of it. */
export function needsRecord(selected: readonly SelectedField[]): boolean {
  return selected.some(({ field }) => plannedBy(field.resolve).needs !== 'key');
}

/** What a field's resolver says of itself. */
export function plannedBy(resolve: unknown): Planned {
  return (resolve ?? {}) as Planned;
}
