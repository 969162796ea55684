import { parseCacheControl, secondsOf } from './cache-control.ts';
import type { CachingHeaders } from './caching-headers.ts';
import { parseHttpDate } from './http-date.ts';
import { rememberLast } from './remember-last.ts';

/** What else decides how long a response is fresh. */
export interface FreshnessOptions {
  /** Longest time, and the time where the service says nothing, in milliseconds. */
  readonly maxAgeMs: number;
  /** Whether clients that the service cannot tell apart would share the response. */
  readonly isAnonymous: boolean;
  /** Whether responses that differ in a request header are told apart. The name is in lower case. */
  readonly isKeyed: (header: string) => boolean;
  /** Time from the start of the read to the response, in milliseconds. */
  readonly delayMs: number;
  /** When the response arrived, in milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** Whether a response may be stored at all: to be used, or to be confirmed by the service before each use. */
export function mayBeStored(headers: CachingHeaders, options: FreshnessOptions): boolean {
  const control = parseCacheControl(headers['cache-control']);
  if (control.forbidsStorage || headers['set-cookie'] !== undefined) return false;
  if (control.isPrivate && options.isAnonymous) return false;
  return isKeyedByAll(headers.vary, options.isKeyed);
}

/**
 * How long a response may be used without asking the service again, in milliseconds from its arrival, by the rules of RFC 9111;
 * 0 where it must not be, and negative where its time has already passed. Where rules for shared and for private caches differ, the
 * stricter one holds.
 */
export function freshMs(headers: CachingHeaders, options: FreshnessOptions): number {
  if (!mayBeStored(headers, options)) return 0;
  return Math.min(lifetimeMs(headers, options), options.maxAgeMs) - ageMs(headers, options);
}

/**
 * How long the service lets a response be used without being asked again, in milliseconds from its date; 0 or less where it does
 * not. The longest time of the settings where it says nothing.
 */
export function lifetimeMs(headers: CachingHeaders, options: FreshnessOptions): number {
  const control = parseCacheControl(headers['cache-control']);
  if (control.forbidsUse) return 0;
  if (headers['cache-control'] === undefined && headers.pragma !== undefined) return 0;
  return control.maxAge === undefined ? expiresMs(headers, options) : control.maxAge * 1000;
}

/** How much later than its `Date`, which has whole seconds, a response may have been sent: that is no age of it. */
const maxPartOfSecondMs = 999;

/** Responses that are sent in the same second have the same date. */
const dateOf = rememberLast(parseHttpDate);

function timeOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : dateOf(date);
}

const namesOf = rememberLast((vary) =>
  vary
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== ''),
);

/** A header that is not part of the key may make responses to the same key differ. */
function isKeyedByAll(vary: string | undefined, isKeyed: (header: string) => boolean): boolean {
  return vary === undefined || namesOf(vary).every((name) => headerName.test(name) && isKeyed(name));
}

const headerName = /^[!#$%&'+.^_`|~\w-]+$/;

/** The lifetime that an `Expires` gives. One that is no date lies in the past. */
function expiresMs({ expires, date }: CachingHeaders, { maxAgeMs, receivedAt }: FreshnessOptions): number {
  if (expires === undefined) return maxAgeMs;
  const expiresAt = parseHttpDate(expires);
  return expiresAt === undefined ? 0 : expiresAt - (timeOf(date) ?? receivedAt);
}

/** How old the response was when it arrived (RFC 9111, section 4.2.3). An `Age` that is no number tells nothing good. */
function ageMs({ age, date }: CachingHeaders, { delayMs, receivedAt }: FreshnessOptions): number {
  const seconds = age === undefined ? 0 : secondsOf(age);
  if (seconds === undefined) return Number.POSITIVE_INFINITY;
  const apparentMs = receivedAt - (timeOf(date) ?? receivedAt) - maxPartOfSecondMs;
  return Math.max(apparentMs, seconds * 1000 + delayMs);
}
