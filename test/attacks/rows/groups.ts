import type { Attack, Expected } from '../../support/attacks/attacks.ts';
import type { Environment } from '../../support/processes/gateway-process.ts';

/** Attacks on one gateway with these settings. */
export interface Group {
  name: string;
  settings: Environment;
  /** Rounds of harmless requests before them, where they need more than usual. */
  rounds?: number;
  attacks: readonly Attack[];
}

/** The codes of a limit. */
export const limitCodes = ['OPERATION_TOO_EXPENSIVE', 'BAD_USER_INPUT'];

/** The codes of a document that is no valid GraphQL, or breaks a limit before that is known. */
export const documentCodes = [...limitCodes, 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED'];

/** Rejected by a limit, before the first call. */
export const overLimit: Expected = { status: [200, 400], code: limitCodes, data: false, calls: 0 };

/** Rejected by the parser or by a limit. */
export const unparsable: Expected = {
  status: 400,
  code: [...limitCodes, 'GRAPHQL_PARSE_FAILED'],
  data: false,
  calls: 0,
};

/** Rejected by validation or by a limit. */
export const invalid: Expected = { status: [200, 400], code: documentCodes, data: false, calls: 0 };

/** Executed, with this number of calls. */
export const executed = (calls: Expected['calls']): Expected => ({ status: 200, data: true, calls });

/** Rejected as HTTP, before any GraphQL. */
export const badRequest: Expected = { status: 400, code: 'BAD_REQUEST', data: false, calls: 0 };
