/** Bodies from this size on are parsed in turns of the event loop, in bytes: a larger one takes a tenth of a millisecond or more. */
export const largeBody = 16_384;

/** The JSON of a body; undefined if it is not JSON. */
export function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
