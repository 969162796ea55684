import { opaqueId as readOpaqueId } from '../engine/relay/global-id.ts';
import type { IdArgument } from '../engine/relay/input-id.ts';
import { restContract } from './dialect.ts';

/** The service's own id of what is no record of the graph. Throws BAD_USER_INPUT for a global id. */
export function opaqueId(id: IdArgument): string {
  return readOpaqueId(restContract, id);
}
