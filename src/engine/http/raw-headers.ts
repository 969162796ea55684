/** Header lines of a response as undici's parser gives them: names and values in turn, as bytes. */
export type RawHeaders = readonly Buffer[];

export const noHeaders: RawHeaders = [];

/**
 * The value of a header, whose name is given in lower case; undefined where there is none. Values of several lines are joined
 * by commas. Most responses are used without most of their headers, so that these are never made into strings.
 */
export function headerOf(headers: RawHeaders, name: string): string | undefined {
  let value: string | undefined;
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const key = headers[i] as Buffer;
    if (key.length !== name.length || key.toString('latin1').toLowerCase() !== name) continue;
    const line = (headers[i + 1] as Buffer).toString('latin1');
    value = value === undefined ? line : `${value},${line}`;
  }
  return value;
}
