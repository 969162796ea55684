export type Encoding = 'br' | 'gzip' | 'identity';

/** Length from which a body is compressed, in characters or bytes: a smaller one fits into a packet or two. */
export const minCompressedLength = 1024;

/** Whether an `Accept-Encoding` header (RFC 9110, section 12.5.3) lists the encoding, and not with `q=0`. */
export function accepts(header: string, encoding: Encoding): boolean {
  return (qualitiesIn(header).get(encoding) ?? 0) > 0;
}

/**
 * The compression that an `Accept-Encoding` header prefers, `br` where it prefers none; undefined where it accepts none, or
 * prefers the body as it is.
 */
export function preferredCompression(header: string): 'br' | 'gzip' | undefined {
  if (header === '') return undefined;
  const qualities = qualitiesIn(header);
  const others = qualities.get('*') ?? 0;
  const br = qualities.get('br') ?? others;
  const gzip = qualities.get('gzip') ?? others;
  const best = Math.max(br, gzip);
  if (best === 0 || (qualities.get('identity') ?? 0) > best) return undefined;
  return br === best ? 'br' : 'gzip';
}

/** Quality values by encoding, in lower case. An invalid value counts as 0. */
function qualitiesIn(header: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const given = parameters.find((parameter) => parameter.startsWith('q='));
    qualities.set(name, given === undefined ? 1 : qualityOf(given.slice(2)));
  }
  return qualities;
}

function qualityOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
