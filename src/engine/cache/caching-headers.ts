/** The headers of a response that say how it may be cached. Values of several lines are joined by commas. */
export interface CachingHeaders {
  age?: string;
  'cache-control'?: string;
  date?: string;
  etag?: string;
  expires?: string;
  'last-modified'?: string;
  pragma?: string;
  'set-cookie'?: string;
  vary?: string;
}

const names: ReadonlySet<string> = new Set<keyof CachingHeaders>([
  'age',
  'cache-control',
  'date',
  'etag',
  'expires',
  'last-modified',
  'pragma',
  'set-cookie',
  'vary',
]);

/** What their first letters are, by their lengths: lines with other names are not decoded. */
const initials: readonly ReadonlySet<number>[] = Array.from(
  { length: Math.max(...[...names].map(({ length }) => length)) + 1 },
  (_, length) => new Set([...names].filter((name) => name.length === length).map((name) => name.charCodeAt(0))),
);

/** The bit by which an upper-case letter differs from the lower-case one. */
const caseBit = 0x20;

/** Reads the header lines of a response: names and values in turn, as bytes. */
export function cachingHeadersOf(lines: readonly Buffer[]): CachingHeaders {
  const headers: CachingHeaders = {};
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const line = lines[i] as Buffer;
    if (!initials[line.length]?.has((line[0] as number) | caseBit)) continue;
    const name = line.toString('latin1').toLowerCase() as keyof CachingHeaders;
    if (!names.has(name)) continue;
    const value = (lines[i + 1] as Buffer).toString('latin1').trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
  }
  return headers;
}
