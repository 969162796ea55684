import type { Shape } from '../compile/compiled-operation.ts';

/** The place of a value in the response, and what an error there makes null. */
export interface Slot {
  readonly parent: Slot | undefined;
  readonly key: string | number;
  readonly nullable: boolean;
  /** The object or list that holds the value. */
  readonly holder: Record<string | number, unknown>;
}

export function slot(parent: Slot, key: string | number, { nullable }: Shape, holder: Slot['holder']): Slot {
  return { parent, key, nullable, holder };
}

/** Whether the response no longer contains the value, since an error made a value above it null. */
export function isDetached(at: Slot): boolean {
  for (let place = at; place.parent !== undefined; place = place.parent) {
    if (place.parent.holder[place.parent.key] !== place.holder) return true;
  }
  return false;
}

/** Whether the response no longer contains an object or list that is being completed. */
export function isReplaced(place: Slot, value: unknown): boolean {
  return place.holder[place.key] !== value || isDetached(place);
}

export function pathOf(at: Slot): (string | number)[] {
  const path: (string | number)[] = [];
  for (let place: Slot | undefined = at; place?.parent !== undefined; place = place.parent) path.push(place.key);
  return path.reverse();
}
