/** `docgraph/client`: what the caches of clients have to know about the schema, and errors of responses per field. */
export { connections, knownValues, possibleTypes } from '../generated/client.ts';
export { type ConnectionPolicy, connectionPolicy, type TypePolicy, typePolicies } from './apollo.ts';
export { FieldError } from './field-error.ts';
export { FieldErrors } from './field-errors.ts';
export { graphcacheKeys, graphcacheResolvers } from './graphcache.ts';
export { getDataID, missingFieldHandlers } from './relay.ts';
export { scalars } from './scalars.ts';
export { throwOnFieldError } from './throw-on-field-error.ts';
export type { ClientOperation, ClientResult, KnownValues } from './types.ts';
