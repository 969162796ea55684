/** A record that has changed: what was read of it, and below its path, may be old. */
export interface InvalidRecord {
  /** The name of its GraphQL type. */
  readonly type: string;
  /** Its id in the REST service, or its global id. */
  readonly id: string;
}

/** The records that have changed; undefined where anything may have. */
export type InvalidRecords = readonly InvalidRecord[] | undefined;
