const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
]);

/** Whether a method is one of HTTP: any other name is a client's own. */
export function isKnownMethod(method: string): boolean {
  return knownMethods.has(method);
}

/** A method as a label or an attribute has it, by the conventions of OpenTelemetry: `_OTHER` for names that HTTP does not have. */
export function methodOf(method: string): string {
  return isKnownMethod(method) ? method : '_OTHER';
}
