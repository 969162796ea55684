const marker = '[redacted]';

/** A secret of this length or more, in characters, cannot be part of an ordinary word: it is redacted anywhere. */
const minLongLength = 8;

/** A shorter part of a header's value, like a cookie's `1` or a `de`, does not identify anyone. */
const minPartLength = 4;

/**
 * Replaces the secrets in a text that the service wrote by `[redacted]`, also where they are URL-encoded or base64. A short secret
 * is replaced only between characters that are not part of a word, so that "Not Found" stays
 * readable for a client whose token is `t`. Undefined if the text may still contain a secret: do not show it then.
 *
 * `secrets` are values of headers: schemes, cookies and parameters in them are taken apart.
 */
export function redact(text: string, secrets: readonly string[]): string | undefined {
  const values = [...new Set(secrets.flatMap(partsOf))].sort((a, b) => b.length - a.length);
  if (values.length === 0) return text;
  const redacted = text.replace(new RegExp(values.map(patternOf).join('|'), 'giu'), marker);
  const rest = redacted.replaceAll(marker, ' ');
  const readings = [rest, percentDecoded(rest), ...base64Decoded(rest)].map((reading) => reading.toLowerCase());
  const isLeft = values.some((value) => {
    const found = value.toLowerCase();
    return value.length < minLongLength
      ? rest.toLowerCase().includes(found)
      : readings.some((one) => one.includes(found));
  });
  return isLeft ? undefined : redacted;
}

/** The value of a header, and everything in it that may be a secret by itself. */
function partsOf(header: string): string[] {
  const value = header.trim();
  const [, scheme, credentials = ''] = /^(\S+)\s+(\S.*)$/s.exec(value) ?? [];
  const decoded = scheme?.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString() : '';
  const password = decoded.slice(decoded.indexOf(':') + 1);
  const parameters = [...value.matchAll(/=\s*"?([^\s",;]+)/g)].map(([, part = '']) => part);
  // "Bearer t" is no secret beside its `t`: it would be found in "Bearer tokens".
  const whole = scheme !== undefined && credentials.length < minLongLength ? '' : value;
  const long = [decoded, ...parameters].filter((part) => part.length >= minPartLength);
  return [whole, credentials, password, ...long].filter((part) => part !== '');
}

/** Matches a value in each form that a service may repeat it in. */
function patternOf(value: string): string {
  const bytes = Buffer.from(value);
  const url = encodeURIComponent(value.toWellFormed());
  const forms = [value, url, url.replaceAll('%20', '+'), ...base64Forms(bytes)];
  const pattern = [...new Set(forms)].map(escaped).join('|');
  return value.length < minLongLength ? `(?<![\\p{L}\\p{N}_])(?:${pattern})(?![\\p{L}\\p{N}_])` : pattern;
}

function base64Forms(bytes: Buffer): string[] {
  const base64 = bytes.toString('base64');
  return [base64, base64.replace(/=+$/, ''), bytes.toString('base64url')];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The text without its percent-encoding; what is not valid encoding stays as it is. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => Buffer.from(encoded.replaceAll('%', ''), 'hex').toString());
}

/** Everything in a text that base64 can decode: a secret may be encoded together with the text around it. */
function base64Decoded(text: string): string[] {
  return (text.match(/[\w+/-]{8,}/g) ?? []).map((encoded) => Buffer.from(encoded, 'base64').toString());
}
