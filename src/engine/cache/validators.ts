import type { CachingHeaders } from './caching-headers.ts';
import { parseHttpDate } from './http-date.ts';

/** What tells a response from a later one to the same read, and the headers that say how it may be used. */
export interface Validators {
  readonly etag: string | undefined;
  /** Undefined with an ETag, which is more exact. */
  readonly lastModified: string | undefined;
  readonly headers: CachingHeaders;
}

/** An entity tag (RFC 9110, section 8.8.3) that is safe to send back. */
const entityTag = /^(?:W\/)?"[\x21\x23-\x7e]{0,256}"$/;

/** Undefined for a response that has none. */
export function validatorsIn(headers: CachingHeaders): Validators | undefined {
  const { etag } = headers;
  if (etag !== undefined) return entityTag.test(etag) ? { etag, lastModified: undefined, headers } : undefined;
  const lastModified = lastModifiedIn(headers);
  return lastModified === undefined ? undefined : { etag, lastModified, headers };
}

/**
 * A change in the same second would not show: the time counts only where the response was made at least a second after it
 * (RFC 9110, section 8.8.2.2).
 */
function lastModifiedIn({ date, 'last-modified': text }: CachingHeaders): string | undefined {
  if (date === undefined || text === undefined) return undefined;
  const madeAt = parseHttpDate(date);
  const modifiedAt = parseHttpDate(text);
  if (madeAt === undefined || modifiedAt === undefined) return undefined;
  return madeAt - modifiedAt >= 1000 ? text : undefined;
}

/** The headers of a read that asks whether a response is still the same: names and values in turn. */
export function conditionsOf({ etag, lastModified }: Validators): string[] {
  return etag === undefined ? ['if-modified-since', lastModified as string] : ['if-none-match', etag];
}

/** Whether some headers of a request, names and values in turn, already ask for something like that. */
export function areConditional(headers: readonly string[]): boolean {
  return headers.some((name, i) => i % 2 === 0 && /^if-|^range$/i.test(name));
}

/**
 * The headers of a stored response that one with status 304 updates (RFC 9111, section 4.3.4); undefined where that is about another
 * one. `Age` and `Date` tell of one message, and are not kept from the stored one.
 */
export function updatedHeaders(stored: Validators, headers: CachingHeaders): CachingHeaders | undefined {
  const { etag } = headers;
  if (etag !== undefined && opaque(etag) !== opaque(stored.etag ?? etag)) return undefined;
  const { age: _age, date: _date, ...kept } = stored.headers;
  return { ...kept, ...headers };
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}

/** What they take in memory, in bytes. */
export function sizeOfValidators(validators: Validators | undefined): number {
  if (validators === undefined) return 0;
  return Object.values(validators.headers as Readonly<Record<string, string>>).reduce(sumOfLengths, fixedSize);
}

const fixedSize = 200;

function sumOfLengths(sum: number, text: string): number {
  return sum + 2 * text.length;
}
