/** The credentials of one client's calls. Only requests with the same identity may share responses. */
export interface Credentials {
  /** The `Authorization` header that is sent, byte for byte. */
  readonly authorization: string | undefined;
  /** All headers that the calls send: names and values in turn. */
  readonly headers: string[];
  /** Tells which clients may share responses: all that is sent for them but ids of traces and of requests. */
  readonly identity: string;
  /**
   * Tells clients apart where their use is limited: their credentials alone, so that no other header makes one client
   * several. Empty without credentials of its own.
   */
  readonly client: string;
  /** The id of the client's user in the service, where it is known. Requests that share responses may differ in it. */
  readonly userId?: string | undefined;
  /** The values in `headers` that are credentials: tokens, cookies, keys. They are redacted from the service's messages. */
  readonly secrets: readonly string[];
}
