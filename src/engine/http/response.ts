import { isJsonObject } from '../contract/json.ts';
import type { Operation } from '../contract/operation.ts';
import type { Credentials } from './credentials.ts';
import { checkEnvelope } from './envelope-check.ts';
import { failureOf, GatewayError, outcomeUnknown, type RestInfo, restInfo } from './errors.ts';
import type { HttpResponse } from './http-attempt.ts';
import { redact } from './redaction.ts';

/**
 * The JSON object of a 2xx response; undefined if the operation has no result. Any 2xx is a success, whichever of them the
 * contract documents. Throws a GatewayError for any other status, and for a body that is not a JSON object. The credentials
 * that were sent are redacted from the service's message.
 */
export function parseResponse(operation: Operation, response: HttpResponse, credentials: Credentials): unknown {
  const { status, body } = response;
  if (status < 200 || status >= 300) throw failureError(operation, response, credentials.secrets);
  if (operation.result === undefined) return undefined;
  const value = body && parseBody(body);
  if (isJsonObject(value)) {
    if (operation.method === 'GET') checkEnvelope(operation, value);
    return value;
  }
  const what = body === undefined ? 'empty' : value === undefined ? 'not JSON' : 'not a JSON object';
  const message =
    operation.method === 'GET'
      ? `The service's response is ${what}.`
      : `The service applied the write (status ${status}), but its response is ${what}. Read the record to see the result.`;
  throw new GatewayError('BAD_UPSTREAM_RESPONSE', message, { rest: restOf(operation, response, credentials.secrets) });
}

/** The JSON of a body; undefined if it is not JSON. */
export function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function failureError(operation: Operation, response: HttpResponse, secrets: readonly string[]): GatewayError {
  const failure = failureOf(response.status);
  const message = serviceMessage(response, secrets) ?? failure.message;
  const isOutcomeUnknown = operation.method !== 'GET' && unfinishedStatuses.has(response.status);
  const retryAfter = failure.code === 'RATE_LIMITED' ? retryAfterOf(response) : undefined;
  return new GatewayError(failure.code, isOutcomeUnknown ? `${message} ${outcomeUnknown}` : message, {
    rest: restOf(operation, response, secrets),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** Sent by a service that failed while it worked, or by a proxy that got no response from it. */
const unfinishedStatuses = new Set([500, 502, 504]);

function restOf(operation: Operation, { status, headers }: HttpResponse, secrets: readonly string[]): RestInfo {
  const id = headers['x-request-id'];
  const isSafe = typeof id === 'string' && /^[\w.:-]{1,100}$/.test(id) && redact(id, secrets) === id;
  return restInfo(operation, status, isSafe ? id : undefined);
}

/** A message longer than this, in characters, is not one for people to read. */
const maxMessageLength = 4096;

/** The service's own message: `{error: {message}}`, `{message}`, or a line of plain text. HTML is ignored. */
function serviceMessage({ status, headers, body }: HttpResponse, secrets: readonly string[]): string | undefined {
  // The message of a failing server is for its operators.
  if (status >= 500 || status < 400 || body === undefined) return undefined;
  const text = messageIn(body, String(headers['content-type'] ?? ''));
  if (text === undefined || text.length > maxMessageLength) return undefined;
  const redacted = redact(text, secrets);
  return redacted === undefined ? undefined : firstLine(redacted);
}

function messageIn(body: Buffer, contentType: string): string | undefined {
  const json = parseBody(body);
  const message = property(property(json, 'error'), 'message') ?? property(json, 'message');
  if (typeof message === 'string') return message;
  if (json !== undefined || !contentType.startsWith('text/plain')) return undefined;
  const text = body.toString();
  return text.includes('<') ? undefined : text;
}

function property(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}

/** Longest message that is shown, in characters. */
const maxShownLength = 200;

function firstLine(text: string): string | undefined {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? '';
  if (line === '') return undefined;
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength)}…` : line;
}

/** Seconds to wait, from a `Retry-After` in seconds or as a date. */
export function retryAfterOf({ headers }: Pick<HttpResponse, 'headers'>): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
