import type { ErrorFormat } from '../contract/dialect.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { valueAt } from '../contract/json.ts';
import type { Problem } from './errors.ts';
import { problemsIn } from './field-problems.ts';
import { parseBody } from './parse-body.ts';
import { headerOf } from './raw-headers.ts';
import type { ReceivedResponse } from './received-response.ts';
import { redact } from './redaction.ts';

/** What the body of a response without success says. */
interface ErrorBody {
  /** The service's own message. */
  readonly message?: string | undefined;
  /** The status that the service's own code stands for. */
  readonly status?: number | undefined;
  /** What is wrong with the request's body, beside the message. */
  readonly problems?: readonly Problem[];
}

const empty: ErrorBody = {};

/** Reads the body of a rejection. What a failing server says is for its operators. */
export function errorBodyOf({ contract }: Endpoint, response: ReceivedResponse): ErrorBody {
  const { status, responseHeaders, responseBody: body } = response;
  if (status >= 500 || status < 400 || body === undefined) return empty;
  const { errors } = contract.dialect;
  const json = parseBody(body);
  if (json === undefined) return { message: plainText(body, headerOf(responseHeaders, 'content-type') ?? '') };
  const message = messageIn(json, errors);
  const problems = errors.problems === undefined ? [] : problemsIn(json, message, errors.problems);
  return { message, status: statusIn(json, errors), problems };
}

function messageIn(json: unknown, { messages }: ErrorFormat): string | undefined {
  for (const path of messages) {
    const message = valueAt(json, path);
    if (typeof message === 'string') return message;
  }
  return undefined;
}

function statusIn(json: unknown, { codes }: ErrorFormat): number | undefined {
  if (codes === undefined) return undefined;
  const code = valueAt(json, codes.path);
  return typeof code === 'string' && Object.hasOwn(codes.statuses, code) ? codes.statuses[code] : undefined;
}

/** A line of plain text. HTML is ignored. */
function plainText(body: Buffer, contentType: string): string | undefined {
  if (!contentType.startsWith('text/plain')) return undefined;
  const text = body.toString();
  return text.includes('<') ? undefined : text;
}

/** A message longer than this, in characters, is not one for people to read. */
const maxMessageLength = 4096;

/** Longest message that is shown, in characters. */
const maxShownLength = 200;

/** The first line of a service's message, without secrets; undefined where nothing of it can be shown. */
export function shownMessage(message: string, secrets: readonly string[]): string | undefined {
  if (message.length > maxMessageLength) return undefined;
  const line = redact(message, secrets)?.trim().split('\n', 1)[0]?.trim() ?? '';
  if (line === '') return undefined;
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength)}…` : line;
}
