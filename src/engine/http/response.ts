import { isUtf8 } from 'node:buffer';
import type { Endpoint } from '../contract/endpoint.ts';
import { isJsonObject } from '../contract/json.ts';
import type { Credentials } from './credentials.ts';
import { checkEnvelope } from './envelope-check.ts';
import { errorBodyOf, shownMessage } from './error-body.ts';
import { failureOf, GatewayError, outcomeUnknown, type RestInfo, restInfo } from './errors.ts';
import { parseBody } from './parse-body.ts';
import { headerOf } from './raw-headers.ts';
import type { ReceivedResponse } from './received-response.ts';
import { redact } from './redaction.ts';

/**
 * The JSON object of a 2xx response; undefined if the endpoint has no result. Any 2xx is a success, whichever of them the
 * contract documents, unless a page in HTML answers a write. Throws a GatewayError for any other status, and for a body that is not a
 * JSON object. The credentials that were sent are redacted from the service's message.
 */
export function parseResponse(endpoint: Endpoint, response: ReceivedResponse, credentials: Credentials): unknown {
  const { status, responseBody: body } = response;
  if (isUnrelatedPage(endpoint, response)) throw pageError(endpoint, response, credentials.secrets);
  if (!isSuccess(status)) throw failureError(endpoint, response, credentials.secrets);
  if (endpoint.result === undefined) return undefined;
  const value = body && parseBody(body);
  if (isJsonObject(value)) {
    if (endpoint.method === 'GET') checkEnvelope(endpoint, value);
    return value;
  }
  const what = body === undefined ? 'empty' : value === undefined ? notJson(body) : 'not a JSON object';
  const message =
    endpoint.method === 'GET'
      ? `The service's response is ${what}.`
      : `The service applied the write (status ${status}), but its response is ${what}. Read the record to see the result.`;
  throw new GatewayError('BAD_UPSTREAM_RESPONSE', message, { rest: restOf(endpoint, response, credentials.secrets) });
}

/** UTF-16 has a zero byte in each ASCII character. */
function notJson(body: Buffer): string {
  return isUtf8(body) && !body.includes(0) ? 'not JSON' : 'not JSON in UTF-8';
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The statuses that say of a record that it does not exist. */
const absentStatuses: ReadonlySet<number> = new Set([404, 410]);

/**
 * Whether a response is a page in HTML that says nothing of a record or a write: that of a proxy which asks users to sign in has a status of
 * success, too, and one without a route to the service has 404.
 */
function isUnrelatedPage({ method }: Endpoint, { status, responseBody: body }: ReceivedResponse): boolean {
  return body !== undefined && (absentStatuses.has(status) || (method !== 'GET' && isSuccess(status))) && isPage(body);
}

function pageError(endpoint: Endpoint, response: ReceivedResponse, secrets: readonly string[]): GatewayError {
  const { status } = response;
  const message = `The response with status ${status} is a page in HTML, which is perhaps not from the service.`;
  const rest = restOf(endpoint, response, secrets);
  return isSuccess(status)
    ? new GatewayError('WRITE_OUTCOME_UNKNOWN', `${message} ${outcomeUnknown}`, { rest })
    : new GatewayError('BAD_UPSTREAM_RESPONSE', message, { rest });
}

/** The first byte of a JSON object. */
const brace = 0x7b;

/** Whether a body is HTML. JSON never begins like it. */
function isPage(body: Buffer): boolean {
  return body[0] !== brace && body.toString('utf8', 0, 64).trimStart().startsWith('<');
}

function failureError(endpoint: Endpoint, response: ReceivedResponse, secrets: readonly string[]): GatewayError {
  const body = errorBodyOf(endpoint, response);
  const failure = failureOf(body.status ?? response.status);
  const message = (body.message && shownMessage(body.message, secrets)) ?? failure.message;
  const isOutcomeUnknown = endpoint.method !== 'GET' && isUnfinished(response.status);
  const { responseHeaders } = response;
  const retryAfter = waitStatuses.has(response.status)
    ? retryAfterOf(headerOf(responseHeaders, 'retry-after'))
    : undefined;
  const error = new GatewayError(failure.code, isOutcomeUnknown ? `${message} ${outcomeUnknown}` : message, {
    rest: restOf(endpoint, response, secrets),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
  error.problems = body.problems?.flatMap((problem) => {
    const shown = shownMessage(problem.message, secrets);
    // Without a field and a text that can be shown, it tells nothing.
    if (shown === undefined && problem.paths.length === 0) return [];
    return [{ ...problem, message: shown ?? failure.message }];
  });
  return error;
}

/** Sent in place of a response, for a time that `Retry-After` may tell (RFC 9110, section 10.2.3, and RFC 6585). */
const waitStatuses = new Set([429, 503]);

/** By these, services lead from a write that they have applied to its result, and proxies to where users sign in. */
const redirectsToRead: ReadonlySet<number | null> = new Set([302, 303]);

/**
 * Whether a write that ended with a status, or with none, may have been executed, or still be, if the service has got it: the service failed
 * while it worked, or a proxy got no response from it, for which proxies send many statuses, such as 502, 503, 504, 520 and 524.
 */
export function isUnfinished(status: number | null): boolean {
  return status === null || status >= 500 || redirectsToRead.has(status);
}

function restOf(endpoint: Endpoint, response: ReceivedResponse, secrets: readonly string[]): RestInfo {
  const { status, responseHeaders } = response;
  const id = headerOf(responseHeaders, 'x-request-id');
  const isSafe = id !== undefined && /^[\w.:-]{1,100}$/.test(id) && redact(id, secrets) === id;
  return restInfo(endpoint, status, isSafe ? id : undefined);
}

/** The largest `Int` of GraphQL: a date may be as far away as the year 9999. */
const maxRetryAfter = 2 ** 31 - 1;

/** Seconds to wait, from the value of a `Retry-After`: seconds, or a date. */
export function retryAfterOf(value: string | undefined): number | undefined {
  const seconds = value === undefined ? Number.NaN : secondsIn(value);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), maxRetryAfter);
}

/** NaN for what is neither seconds nor a date, which begins with a day's name. Two lines of seconds, joined by a comma, are no date. */
function secondsIn(value: string): number {
  if (/^\d+$/.test(value)) return Number(value);
  return /^[a-z]/i.test(value) ? Math.ceil((Date.parse(value) - Date.now()) / 1000) : Number.NaN;
}
