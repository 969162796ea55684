import type { Operation } from '../contract/operation.ts';
import { checkEnvelope } from './envelope-check.ts';
import { failureOf, GatewayError, lookFirst, restInfo } from './errors.ts';
import type { ExchangeResult } from './http-request.ts';

/**
 * The JSON of a successful answer, undefined where it has none; throws the GatewayError that any other answer stands for.
 * Any 2xx is a success, whatever number the contract documents. `secret` is the caller's own credential: it is taken
 * out of the service's words should they repeat it.
 */
export function understand(operation: Operation, answer: ExchangeResult, secret: string | undefined): unknown {
  const { status, body } = answer;
  if (status < 200 || status >= 300) throw refusal(operation, answer, secret);
  if (operation.result === undefined) return undefined;
  const value = body && parseBody(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (operation.method === 'GET') checkEnvelope(operation, value);
    return value;
  }
  const what = body === undefined ? 'empty' : value === undefined ? 'not JSON' : 'not a JSON object';
  const rest = restInfo(operation, status, requestIdOf(answer));
  if (operation.method !== 'GET') {
    throw new GatewayError(
      'BAD_UPSTREAM_RESPONSE',
      `The service carried the write out (status ${status}), but its answer is ${what}. Read the record to see it.`,
      { rest },
    );
  }
  throw new GatewayError('BAD_UPSTREAM_RESPONSE', `The service's answer is ${what}.`, { rest });
}

export function requestIdOf({ headers }: ExchangeResult): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && /^[\w.:-]{1,100}$/.test(id) ? id : undefined;
}

function refusal(operation: Operation, answer: ExchangeResult, secret: string | undefined): GatewayError {
  const { code, message } = failureOf(answer.status);
  const said = serviceMessage(answer, secret) ?? message;
  const isUncertain = operation.method !== 'GET' && failedHalfway.has(answer.status);
  const retryAfter = code === 'RATE_LIMITED' ? retryAfterOf(answer) : undefined;
  return new GatewayError(code, isUncertain ? `${said} ${lookFirst}` : said, {
    rest: restInfo(operation, answer.status, requestIdOf(answer)),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** Said by a service that failed in its work, or by a proxy that heard nothing more of it. */
const failedHalfway = new Set([500, 502, 504]);

/** The service's own words: `{error: {message}}`, `{message}`, or a line of plain text. A page of HTML says nothing. */
function serviceMessage({ status, headers, body }: ExchangeResult, secret: string | undefined): string | undefined {
  // What a failing server prints is meant for its operators.
  if (status >= 500 || status < 400) return undefined;
  if (body === undefined) return undefined;
  const json = parseBody(body) as { error?: { message?: unknown }; message?: unknown } | undefined;
  const message = json?.error?.message ?? json?.message;
  if (typeof message === 'string') return shorten(redact(message, secret));
  const isText = String(headers['content-type'] ?? '').startsWith('text/plain');
  const text = isText && json === undefined ? body.toString() : '<';
  return text.includes('<') ? undefined : shorten(redact(text, secret));
}

const longest = 200;

function shorten(text: string): string | undefined {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? '';
  if (line === '') return undefined;
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

function redact(message: string, authorization: string | undefined): string {
  const credential = authorization?.replace(/^\S+\s+/, '');
  return credential ? message.replaceAll(credential, '[redacted]') : message;
}

/** Seconds to wait, from `Retry-After` as seconds or as a date. */
function retryAfterOf({ headers }: ExchangeResult): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** The JSON that a body holds; undefined where it holds none. */
export function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
