import type { z } from 'zod';
import { type Entity, readsOf } from '../../engine/contract/entity.ts';
import { type ListOperation, type Operation, queryParams } from '../../engine/contract/operation.ts';
import { contractShape, coreOf } from './contract-shape.ts';

/** Whether an operation returns a paged list. */
export function isPagedList(operation: Operation): operation is ListOperation {
  return operation.method === 'GET' && queryParams(operation).some(([name]) => name === 'limit');
}

/** The schema of a paged list's items. */
export function itemSchemaOf({ result }: ListOperation): z.ZodType {
  const items = contractShape(result).properties.get('items');
  const item = items && contractShape(items.schema).items;
  if (item === undefined) throw new TypeError('A paged list has no items.');
  return coreOf(item);
}

/** The schema of an entity's record: what its GET returns, or an item of its list. */
export function recordSchemaOf(entity: Entity): z.ZodType {
  const [read] = readsOf(entity);
  const schema = read !== undefined && isPagedList(read) ? itemSchemaOf(read) : read?.result;
  if (schema === undefined) throw new TypeError(`No operation returns a ${entity.name}.`);
  return coreOf(schema);
}
