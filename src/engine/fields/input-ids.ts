import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { InputId } from '../relay/input-id.ts';
import type { UserError } from './user-errors.ts';

type Report = (error: UserError) => void;

/** A coerced input value with an `InputId` for each of its ids. They report to `report` what is wrong with them. */
export function withInputIds(value: unknown, type: GraphQLInputType, report: Report, field: string[] = []): unknown {
  if (value == null) return value;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return (value as unknown[]).map((item, i) => withInputIds(item, nullable.ofType, report, [...field, String(i)]));
  }
  if (isInputObjectType(nullable)) {
    const fields = nullable.getFields();
    const entries = Object.entries(value).map(([name, inner]) => {
      const innerType = fields[name]?.type;
      return [
        name,
        innerType === undefined ? inner : withInputIds(inner, innerType, report, [...field, name]),
      ] as const;
    });
    return Object.fromEntries(entries);
  }
  if (nullable.name !== 'ID') return value;
  return new InputId(value as string, (message) => report({ field, message, code: 'INVALID' }));
}
