/** With what a client's calls are made. Who sends the same may share answers; nobody else. */
export interface Credentials {
  /** The client's `Authorization` header, as it came. */
  readonly authorization: string | undefined;
  /** All headers that its calls send, names and values in turn. */
  readonly headers: string[];
  /** Tells apart who may not share answers: all that comes from the client in the headers. */
  readonly identity: string;
}
