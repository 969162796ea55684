import type { AbstractShape, CompiledField, Selection, Shape } from '../compile/compiled-operation.ts';
import type { Objects } from './completion.ts';
import { type Slot, slot } from './slot.ts';

/** Steps of the search for values that are not complete. */
type Search = Generator<void, void, void>;

/** What is done with a value that is not complete: it must make it null. */
type OnIncomplete = (compiled: CompiledField, at: Slot) => void;

/** Finds what of an object has no value yet, once an execution has ended early, in a step for each item. `place` is that of the object. */
export function* endIncomplete({ fields }: Selection, object: Objects, place: Slot, end: OnIncomplete): Search {
  for (const compiled of fields) {
    const below = endValue(compiled.shape, compiled, object, compiled.key, place, end);
    if (below !== undefined) yield* below;
    // A value that must not be null has made the object null.
    if (place.holder[place.key] !== object) return;
  }
}

/** The search in a value; undefined where there is nothing in it. */
function endValue(
  shape: Shape,
  compiled: CompiledField,
  holder: Objects,
  key: string | number,
  parent: Slot,
  end: OnIncomplete,
): Search | undefined {
  const value = holder[key];
  if (value === undefined) end(compiled, slot(parent, key, shape, holder));
  if (typeof value !== 'object' || value === null) return undefined;
  const place = slot(parent, key, shape, holder);
  if (shape.kind === 'object') return endIncomplete(shape.selection(), value as Objects, place, end);
  if (shape.kind === 'abstract') return endAbstract(shape, compiled, value as Objects, place, end);
  return shape.kind === 'list' ? endItems(shape.item, compiled, value as unknown[], place, end) : undefined;
}

function* endItems(shape: Shape, compiled: CompiledField, list: unknown[], place: Slot, end: OnIncomplete): Search {
  for (let i = 0; i < list.length; i++) {
    const below = endValue(shape, compiled, list as unknown as Objects, i, place, end);
    if (below !== undefined) yield* below;
    if (place.holder[place.key] !== list) return;
    yield;
  }
}

function endAbstract(
  shape: AbstractShape,
  compiled: CompiledField,
  object: Objects,
  place: Slot,
  end: OnIncomplete,
): Search | undefined {
  const selection = selectionOf(shape, object);
  if (selection !== undefined) return endIncomplete(selection, object, place, end);
  end(compiled, place);
  return undefined;
}

/**
 * The selection with the keys of the object; of several, the first that selects all that the object has at its other levels, too: selections of
 * several types that do so end alike. The one of the object's own type is compiled; what is selected on other types may be invalid.
 */
function selectionOf(shape: AbstractShape, object: Objects): Selection | undefined {
  const found = [...shape.compiled()].filter((selection) => hasKeys(selection, object));
  return found.length > 1 ? found.find((selection) => selectsBelow(selection, object)) : found[0];
}

/** An object whose fields have not begun has none of the keys, and may be of any type. */
function hasKeys({ fields }: Selection, object: Objects): boolean {
  const keys = Object.keys(object);
  return fields.length === keys.length && fields.every(({ key }, i) => key === keys[i]);
}

/** The same for an object whose type is known: the fields of the last keys may not have begun. */
function hasFirstKeys({ fields }: Selection, object: Objects): boolean {
  return Object.keys(object).every((key, i) => key === fields[i]?.key);
}

function selectsBelow({ fields }: Selection, object: Objects): boolean {
  return fields.every(({ key, shape }) => selectsValue(shape, object[key]));
}

function selectsValue(shape: Shape, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (shape.kind === 'abstract') return selectionOf(shape, value as Objects) !== undefined;
  if (shape.kind === 'list') return (value as unknown[]).every((item) => selectsValue(shape.item, item));
  if (shape.kind !== 'object') return true;
  const selection = shape.selection();
  return hasFirstKeys(selection, value as Objects) && selectsBelow(selection, value as Objects);
}
