/** The credentials of one client's calls. Only requests with the same identity may share responses. */
export interface Credentials {
  /** The `Authorization` header that is sent, byte for byte. */
  readonly authorization: string | undefined;
  /** All headers that the calls send: names and values in turn. */
  readonly headers: string[];
  /** Everything in `headers` that comes from the client: responses are never shared between two identities. */
  readonly identity: string;
  /** Values of the headers in `headers` that may hold a secret. They are redacted from the service's messages. */
  readonly secrets: readonly string[];
}
