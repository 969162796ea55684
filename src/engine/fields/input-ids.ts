import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { ExpectedId } from '../relay/expected-id.ts';
import { type IdRejections, InputId } from '../relay/input-id.ts';
import type { UserError } from './user-errors.ts';

/** Most ids of an input whose rejection is counted. Each costs an error, and an input may have twenty thousand ids. */
const maxRejections = 200;

/** What is wrong with the ids of an input. */
export class RejectedIds implements IdRejections {
  readonly errors: UserError[] = [];

  get isFull(): boolean {
    return this.errors.length >= maxRejections;
  }

  add(field: readonly string[], message: string): void {
    this.errors.push({ field: [...field], message, code: 'INVALID' });
  }
}

/** Items of a list whose ids are found at once. */
const itemsPerStep = 256;

/** Finds the ids of further items of a list. */
type LaterStep = () => void;

/**
 * A coerced input value with an `InputId` for each of its ids, in steps of some items of a list each. They report to `rejections` what is
 * wrong with them.
 */
export function* idsInSteps(
  value: unknown,
  type: GraphQLInputType,
  rejections: IdRejections,
): Generator<void, unknown, void> {
  const later: LaterStep[] = [];
  const found = withInputIds(value, type, rejections, later);
  // A step may add further ones.
  for (const step of later) {
    yield;
    step();
  }
  return found;
}

/** The same, where the steps in `later` add what long lists lack. */
function withInputIds(
  value: unknown,
  type: GraphQLInputType,
  rejections: IdRejections,
  later: LaterStep[],
  field: readonly string[] = [],
): unknown {
  if (value == null) return value;
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listWithIds(value as readonly unknown[], nullable.ofType, rejections, later, field);
  if (isInputObjectType(nullable)) {
    const fields = nullable.getFields();
    const entries = Object.entries(value).map(([name, inner]) => {
      const innerType = fields[name]?.type;
      return [
        name,
        innerType === undefined ? inner : withInputIds(inner, innerType, rejections, later, [...field, name]),
      ] as const;
    });
    return Object.fromEntries(entries);
  }
  if (nullable.name !== 'ID') return value;
  if (value instanceof ExpectedId) return new InputId('', field, rejections, value.entity);
  return new InputId(value as string, field, rejections);
}

function listWithIds(
  list: readonly unknown[],
  itemType: GraphQLInputType,
  rejections: IdRejections,
  later: LaterStep[],
  field: readonly string[],
): unknown[] {
  const items: unknown[] = [];
  const addItems = () => {
    for (const item of list.slice(items.length, items.length + itemsPerStep)) {
      items.push(withInputIds(item, itemType, rejections, later, [...field, String(items.length)]));
    }
  };
  addItems();
  for (let i = itemsPerStep; i < list.length; i += itemsPerStep) later.push(addItems);
  return items;
}
