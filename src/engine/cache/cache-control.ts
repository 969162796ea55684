import { rememberLast } from './remember-last.ts';

/** What a `Cache-Control` says of a response (RFC 9111, section 5.2.2). */
export interface CacheControl {
  /** Whether the response must not be stored, or not be used without asking the service again. */
  readonly forbidsUse: boolean;
  /** Whether it must not be stored at all. */
  readonly forbidsStorage: boolean;
  /** Whether it is meant for one user alone. */
  readonly isPrivate: boolean;
  /** How long it is fresh, in seconds; undefined where that is not said. */
  readonly maxAge: number | undefined;
}

/** Longest value that is read. */
const maxLength = 4096;

/** Longest lifetime that is told apart from a longer one, in seconds (RFC 9111, section 1.2.2). */
const maxSeconds = 2_147_483_648;

const unusable: CacheControl = { forbidsUse: true, forbidsStorage: true, isPrivate: true, maxAge: 0 };
const silent: CacheControl = { forbidsUse: false, forbidsStorage: false, isPrivate: false, maxAge: undefined };

/** One directive, with the comma or the end after it. */
const directive = /[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)(?:=(?:([!#$%&'*+.^_`|~\w-]+)|"((?:[^"\\]|\\.)*)"))?)?[ \t]*(?:,|$)/y;

const forbidding: ReadonlySet<string> = new Set(['no-store', 'no-cache']);

/** Reads the value of a `Cache-Control`. One that is not well-formed, or too long, forbids to store the response. */
export function parseCacheControl(value: string | undefined): CacheControl {
  return value === undefined ? silent : parse(value);
}

const parse = rememberLast((value: string): CacheControl => {
  if (value.length > maxLength) return unusable;
  let forbidsUse = false;
  let forbidsStorage = false;
  let isPrivate = false;
  let maxAge: number | undefined;
  directive.lastIndex = 0;
  while (directive.lastIndex < value.length) {
    const match = directive.exec(value);
    if (match === null) return unusable;
    const [, name, token, quoted] = match;
    const lower = name?.toLowerCase() ?? '';
    if (lower === 'no-store') forbidsStorage = true;
    if (forbidding.has(lower)) forbidsUse = true;
    else if (lower === 'private') isPrivate = true;
    else if (lower === 'max-age' || lower === 's-maxage') {
      maxAge = Math.min(maxAge ?? maxSeconds, secondsOf(token ?? quoted) ?? 0);
    }
  }
  return { forbidsUse, forbidsStorage, isPrivate, maxAge };
});

/** A number of seconds as HTTP writes it; undefined for anything else. */
export function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,20}$/.test(text)) return undefined;
  return Math.min(Number(text), maxSeconds);
}
