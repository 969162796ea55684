import type { CompiledField } from '../compile/compiled-operation.ts';
import { Reference } from '../data/reference.ts';
import { isDeeperThan } from '../document/limits.ts';
import { checked } from '../fields/contract-checks.ts';
import type { FieldDefinition, InfoFunction } from '../fields/field-kind.ts';
import type { FieldArguments } from '../fields/field-view.ts';
import { contractBroken } from '../http/errors.ts';
import type { OperationContext } from './context.ts';
import { resolving } from './prefetch.ts';
import { exportValue } from './validated-mutation.ts';

/** The value of a field, or a promise of it, not checked yet. `info` is made for the functions that GraphQL resolvers are. */
export function resolveField(
  compiled: CompiledField,
  definition: FieldDefinition,
  parent: unknown,
  args: FieldArguments,
  context: OperationContext,
  info: InfoFunction<CompiledField>,
): unknown {
  return definition.kind.resolve(parent, args, compiled, context, info as InfoFunction, resolving);
}

/** The value of a field, checked against what the contract promises of it. Throws UPSTREAM_CONTRACT. */
export function checkedValue(
  value: unknown,
  compiled: CompiledField,
  { checkValue, isJson, exportedAs }: FieldDefinition,
  parent: unknown,
  context: OperationContext,
): unknown {
  if (isJson) checkNesting(value, parent, compiled, context);
  if (checkValue === undefined) return value;
  const valid = checked(checkValue, value, parent, compiled.field.name);
  if (exportedAs !== undefined) exportValue(exportedAs, valid, context);
  return valid;
}

/** A value of JSON is serialized by recursion. Throws UPSTREAM_CONTRACT for one that is nested too deeply. */
function checkNesting(
  value: unknown,
  parent: unknown,
  { field }: CompiledField,
  { limits: { maxJsonDepth } }: OperationContext,
): void {
  if (!isDeeperThan(value, maxJsonDepth)) return;
  const source = parent instanceof Reference ? parent.source : undefined;
  throw contractBroken(source, field.name, `has a value that is nested deeper than ${maxJsonDepth} levels`);
}
