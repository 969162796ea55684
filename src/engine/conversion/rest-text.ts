import { isJsonObject, type JsonObject } from '../contract/json.ts';
import { ConversionError } from './conversion-error.ts';
import { parseCurl, type RestText } from './parse-curl.ts';

/** Longest text that is converted, in characters. */
export const maxTextLength = 65_536;

/** How a path or a URL begins, also without its protocol, and with a variable for its origin. */
const address = /^(?:https?:\/\/|(?:\$|\{\{)[^"=]*\/|[\w.-]*(?::\d+)?\/)/i;

/**
 * The REST request in a text: a curl command or a call of fetch, `METHOD path` with an optional JSON body behind it, or a path or
 * a URL alone.
 * Throws a ConversionError, whose message may name `examplePath`.
 */
export function parseRestText(text: string, examplePath: string): RestText {
  const trimmed = text.trim();
  if (trimmed === '')
    throw new ConversionError(`Paste a curl command, a call of fetch, or a REST path such as ${examplePath}.`);
  if (trimmed.length > maxTextLength) {
    throw new ConversionError(`The text has more than ${maxTextLength} characters. Paste one request.`);
  }
  // A prompt in front of the command, as documentation writes it.
  const command = withoutComments(trimmed).replace(/^[$>%#] +/, '');
  const copied = parseCopied(command);
  if (copied !== undefined) return copied;
  const [, method = 'GET', url, body = ''] = /^(?:(GET|POST|PUT|PATCH|DELETE) +)?(\S+)\s*(.*)$/s.exec(command) ?? [];
  if (url === undefined || !address.test(url)) {
    throw new ConversionError(`Expected a curl command, a call of fetch, or a REST path such as ${examplePath}.`);
  }
  return { method, url, body: body === '' ? undefined : body };
}

/** A request as browsers copy it: for a POSIX shell or cmd.exe by curl, or for JavaScript by fetch. Undefined for other texts. */
export function parseCopied(text: string): RestText | undefined {
  const command = withoutComments(text);
  if (/^curl(\.exe)?\s/.test(command)) return parseCurl(command);
  return isFetch(command) ? parseFetch(command) : undefined;
}

/** Without the comments at the start of a script, such as `#!/bin/sh`. A line that goes on has a prompt. */
function withoutComments(text: string): string {
  return text.replace(/^(?:#[^\n]*(?<!\\\r?)\n\s*)+(?=[^#\s])/, '');
}

const call = /^(?:await\s+)?fetch\s*\((.*)\)[\s;]*$/s;

function isFetch(text: string): boolean {
  return /^(?:await\s+)?fetch\s*\(/.test(text);
}

/**
 * The request of a call of `fetch` whose arguments are JSON, as browsers copy it, also for Node. Headers and credentials are
 * dropped: they never reach the operation. Throws a ConversionError for other code.
 */
function parseFetch(text: string): RestText {
  const [, list = ''] = call.exec(text) ?? [];
  const [url, options = {}] = argumentsIn(list);
  if (typeof url !== 'string') throw new ConversionError('The first argument of fetch must be the URL in quotes.');
  const { method = 'GET', body } = optionsIn(options);
  if (typeof method !== 'string') throw new ConversionError('The "method" of fetch must be a text.');
  if (body === undefined || body === null) return { method: method.toUpperCase(), url, body: undefined };
  if (typeof body !== 'string') throw new ConversionError('The "body" of fetch must be a text.');
  return { method: method.toUpperCase(), url, body };
}

function argumentsIn(list: string): unknown[] {
  try {
    return JSON.parse(`[${list}]`) as unknown[];
  } catch {
    throw new ConversionError(
      'Expected fetch("<URL>", {…}) with JSON, as browsers copy one request: "Copy as fetch", not "Copy all as fetch".',
    );
  }
}

function optionsIn(options: unknown): JsonObject {
  if (isJsonObject(options)) return options;
  throw new ConversionError('The second argument of fetch must be an object.');
}
