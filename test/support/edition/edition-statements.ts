import { requestStatements } from './requests.ts';
import { statusStatements } from './status-codes.ts';

/**
 * Audits of graphql-http that ask for 400 where the edition says 422, of a request without a query and of variables that cannot be
 * coerced: drafts before the edition had one status for all requests that are rejected. The others that ask for 400 name no media
 * type, and get that of JSON; and the "invalid" document of 74FF cannot be parsed, which is 400 in both.
 */
export const olderAudits: ReadonlySet<string> = new Set(['423L', '86EE']);

/**
 * The statements in the order of the text, but for these: 408, 414, 431 and 503, which need a server of their own; the rules of
 * validation; 418, as the gateway is no teapot; the names of properties that are reserved, of which the gateway uses `documentId`, `doc_id`
 * and `onError`; and what a client must do.
 */
export const statements = [...requestStatements, ...statusStatements];
