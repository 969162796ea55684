import type { z } from 'zod';
import {
  contractShape,
  coreOf,
  type Endpoint,
  type Entity,
  type ListEndpoint,
  queryParams,
  readsOf,
} from '../../engine/engine.ts';

export function isPagedList(endpoint: Endpoint): endpoint is ListEndpoint {
  return endpoint.method === 'GET' && queryParams(endpoint).some(([name]) => name === 'limit');
}

export function itemSchemaOf({ result }: ListEndpoint): z.ZodType {
  const items = contractShape(result).properties.get('items');
  const item = items && contractShape(items).items;
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
