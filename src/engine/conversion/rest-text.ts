import { ConversionError } from './conversion-error.ts';
import { parseCurl, type RestText } from './parse-curl.ts';

/** Longest text that is converted, in characters. */
export const maxTextLength = 65_536;

/**
 * The REST request in a text: a curl command, `METHOD path` with an optional JSON body behind it, or a path or a URL alone.
 * Throws a ConversionError, whose message may name `examplePath`.
 */
export function parseRestText(text: string, examplePath: string): RestText {
  const trimmed = text.trim();
  if (trimmed === '') throw new ConversionError(`Paste a curl command, or a REST path such as ${examplePath}.`);
  if (trimmed.length > maxTextLength) {
    throw new ConversionError(`The text has more than ${maxTextLength} characters. Paste one request.`);
  }
  // A prompt in front of the command, as documentation writes it.
  const command = trimmed.replace(/^[$>%#] +/, '');
  if (/^curl(\.exe)?\s/.test(command)) return parseCurl(command);
  const [, method = 'GET', url, body = ''] = /^(?:(GET|POST|PUT|PATCH|DELETE) +)?(\S+)\s*(.*)$/s.exec(command) ?? [];
  if (url === undefined || !url.includes('/')) {
    throw new ConversionError(`Expected a curl command, or a REST path such as ${examplePath}.`);
  }
  return { method, url, body: body === '' ? undefined : body };
}
