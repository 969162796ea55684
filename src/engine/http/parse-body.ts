/** The JSON of a body; undefined if it is not JSON. */
export function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
