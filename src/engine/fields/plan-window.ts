import type { Endpoint } from '../contract/endpoint.ts';
import { type ConnectionArguments, maxFirst, windowSize } from '../relay/connection.ts';
import type { PlannedField } from './planner.ts';

/** How far a connection's arguments reach in the list of an endpoint. */
export function planWindow({ args }: PlannedField, endpoint: Endpoint | undefined): ReturnType<typeof windowSize> {
  return windowSize(args as ConnectionArguments, endpoint?.contract.dialect.paging.maxLimit ?? maxFirst);
}
