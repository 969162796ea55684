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

/**
 * A coerced input value with an `InputId` for each of its ids, in steps of one item of a list each. They report to `rejections` what is
 * wrong with them.
 */
export function* withInputIds(
  value: unknown,
  type: GraphQLInputType,
  rejections: IdRejections,
  field: readonly string[] = [],
): Generator<void, unknown, void> {
  if (value == null) return value;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const items: unknown[] = [];
    for (const item of value as unknown[]) {
      items.push(yield* withInputIds(item, nullable.ofType, rejections, [...field, String(items.length)]));
      yield;
    }
    return items;
  }
  if (isInputObjectType(nullable)) {
    const fields = nullable.getFields();
    const values: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value)) {
      const innerType = fields[name]?.type;
      values[name] =
        innerType === undefined ? inner : yield* withInputIds(inner, innerType, rejections, [...field, name]);
    }
    return values;
  }
  if (nullable.name !== 'ID') return value;
  if (value instanceof ExpectedId) return new InputId('', field, rejections, value.entity);
  return new InputId(value as string, field, rejections);
}
