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
  /** Whether it must not be used after that, whatever happens. */
  readonly forbidsStale: boolean;
  /** For how long it may then be used, in seconds, while it is read anew, and where that fails (RFC 5861). */
  readonly staleWhileRevalidate: number | undefined;
  readonly staleIfError: number | undefined;
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** Longest value that is read. */
const maxLength = 4096;

/** Longest lifetime that is told apart from a longer one, in seconds (RFC 9111, section 1.2.2). */
const maxSeconds = 2_147_483_648;

const silent: CacheControl = {
  forbidsUse: false,
  forbidsStorage: false,
  isPrivate: false,
  maxAge: undefined,
  forbidsStale: false,
  staleWhileRevalidate: undefined,
  staleIfError: undefined,
};
const unusable: CacheControl = {
  ...silent,
  forbidsUse: true,
  forbidsStorage: true,
  isPrivate: true,
  maxAge: 0,
  forbidsStale: true,
};

/** One directive, with the comma or the end after it. */
const directive = /[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)(?:=(?:([!#$%&'*+.^_`|~\w-]+)|"((?:[^"\\]|\\.)*)"))?)?[ \t]*(?:,|$)/y;

/**
 * Reads the value of a `Cache-Control`. One that is not well-formed, or too long, forbids to store the response.
 * Parsers that take what they can read of such a value would keep what the service may have forbidden.
 */
export function parseCacheControl(value: string | undefined): CacheControl {
  return value === undefined ? silent : parse(value);
}

const parse = rememberLast((value: string): CacheControl => {
  if (value.length > maxLength) return unusable;
  const control: Mutable<CacheControl> = { ...silent };
  directive.lastIndex = 0;
  while (directive.lastIndex < value.length) {
    const match = directive.exec(value);
    if (match === null) return unusable;
    const [, name = '', token, quoted] = match;
    addDirective(control, name.toLowerCase(), token ?? quoted);
  }
  return control;
});

function addDirective(control: Mutable<CacheControl>, name: string, argument: string | undefined): void {
  switch (name) {
    case 'no-store':
      control.forbidsStorage = true;
      control.forbidsUse = true;
      break;
    case 'no-cache':
      control.forbidsUse = true;
      control.forbidsStale = true;
      break;
    case 'must-revalidate':
    case 'proxy-revalidate':
      control.forbidsStale = true;
      break;
    case 'private':
      control.isPrivate = true;
      break;
    case 's-maxage':
      // It is also `proxy-revalidate` (RFC 9111, section 5.2.2.10).
      control.forbidsStale = true;
      control.maxAge = shorter(control.maxAge, argument);
      break;
    case 'max-age':
      control.maxAge = shorter(control.maxAge, argument);
      break;
    case 'stale-while-revalidate':
      control.staleWhileRevalidate = shorter(control.staleWhileRevalidate, argument);
      break;
    case 'stale-if-error':
      control.staleIfError = shorter(control.staleIfError, argument);
  }
}

function shorter(seconds: number | undefined, argument: string | undefined): number {
  return Math.min(seconds ?? maxSeconds, secondsOf(argument) ?? 0);
}

/** A number of seconds as HTTP writes it; undefined for anything else. */
export function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,20}$/.test(text)) return undefined;
  return Math.min(Number(text), maxSeconds);
}
