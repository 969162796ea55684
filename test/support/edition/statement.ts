/** A request of the audit. The table's gateway adds `credentials` and the media type of GraphQL where a row has no headers of its own. */
export interface AuditRequest {
  method?: string;
  search?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** JSON, or a text as it is. */
  body?: unknown;
}

export interface AuditResponse {
  status: number;
  type?: string;
  headers?: Readonly<Record<string, string>>;
  /** What the body has to match. A key with `undefined` must not be there. */
  body: object;
}

/** One statement of GraphQL over HTTP, edition September 2026, that concerns servers. */
export interface Statement {
  level: 'MUST' | 'SHOULD' | 'MAY';
  section: string;
  statement: string;
  /** Requests that have to be answered alike. */
  requests: readonly AuditRequest[];
  expected: AuditResponse;
  /** How often the resolvers of the audit run for each request. */
  executions?: number;
  /** Why the gateway does otherwise, as `expected` says. */
  deviation?: string;
  /** Body parsers of embedders answer these requests themselves. */
  skipBodyParser?: boolean;
}

export const graphqlType = 'application/graphql-response+json';
export const jsonType = 'application/json';

/** The fields that the audit adds to the schema. */
export const auditFields = `
  extend type Query { echo(text: String!, count: Int): String failing: String mandatory: String! }
  extend type Mutation { touch: Int }
`;

export const post = (body: unknown, headers: Record<string, string> = {}): AuditRequest => ({
  method: 'POST',
  headers: { 'content-type': jsonType, ...headers },
  body,
});
export const query = (text: string, more: object = {}) => post({ query: text, ...more });
export const get = (search: Record<string, string>): AuditRequest => ({ search });
export const accepting = (accept: string, text = '{ __typename }') => post({ query: text }, { accept });

export const typename = { data: { __typename: 'Query' }, errors: undefined };
export const fine: AuditResponse = { status: 200, body: typename };
export const rejected = (status: number, code: string): AuditResponse => ({
  status,
  body: { data: undefined, errors: [{ message: /./, extensions: { code } }] },
});
export const echo = 'query Echo($text: String!, $count: Int) { echo(text: $text, count: $count) }';
export const echoed: AuditResponse = { status: 200, body: { data: { echo: 'Grüße, 世界' } } };
export const greeting = { text: 'Grüße, 世界' };
export const touch = 'mutation { touch }';
export const two = 'query A { echo(text: "a") } query B { echo(text: "b") }';
