export type Encoding = 'br' | 'gzip' | 'identity';

/** Whether an `Accept-Encoding` header (RFC 9110, section 12.5.3) lists the encoding, and not with `q=0`. */
export function accepts(header: string, encoding: Encoding): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
