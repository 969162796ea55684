import { isJsonObject, type JsonObject } from '../contract/json.ts';
import { ConversionError } from './conversion-error.ts';
import type { RestText } from './parse-curl.ts';

const call = /^(?:await\s+)?fetch\s*\((.*)\)[\s;]*$/s;

export function isFetch(text: string): boolean {
  return /^(?:await\s+)?fetch\s*\(/.test(text);
}

/**
 * The request of a call of `fetch` whose arguments are JSON, as browsers copy it, also for Node. Headers and credentials are
 * dropped: they never reach the operation. Throws a ConversionError for other code.
 */
export function parseFetch(text: string): RestText {
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
