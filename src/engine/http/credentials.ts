/** What a client's REST calls are sent with. Clients with the same identity may share responses, others never do. */
export interface Credentials {
  /** The `Authorization` header of its REST calls. */
  readonly authorization: string | undefined;
  /** All headers of its REST calls, names and values in turn. */
  readonly headers: string[];
  /** Tells which clients may share responses: all that is sent upstream but the headers for tracing. */
  readonly identity: string;
  /** The credentials in the headers, which must never appear in a message: tokens, cookies, keys. */
  readonly secrets: readonly string[];
}
