export type Query = Readonly<Record<string, unknown>>;

/** Whether no parameter has a value, so that the call is the same as without them. */
export function hasNoValue(query: Query): boolean {
  return Object.values(query).every((value) => value == null);
}
