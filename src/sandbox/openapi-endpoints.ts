import { isJsonObject } from '../engine/contract/json.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

type Members = Record<string, unknown>;

/** The object's members; none for any other value. Documents of callers may have any form. */
const membersOf = (value: unknown): [string, unknown][] => (isJsonObject(value) ? Object.entries(value) : []);

const textIn = (members: Members, name: string): string => (typeof members[name] === 'string' ? members[name] : '');

/** One block of Markdown for each endpoint of an OpenAPI document: its method, path and summary; empty for other JSON. */
export function endpointTexts(document: unknown): string[] {
  const paths = new Map(membersOf(document)).get('paths');
  return membersOf(paths).flatMap(([path, item]) =>
    membersOf(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => endpointText(method, path, Object.fromEntries(membersOf(operation)))),
  );
}

function endpointText(method: string, path: string, operation: Members): string {
  const summary = textIn(operation, 'summary');
  const description = textIn(operation, 'description');
  const sentence = summary === '' || /[.!?]$/.test(summary) ? summary : `${summary}.`;
  return [`## ${method.toUpperCase()} ${path}`, sentence, description].filter((text) => text !== '').join('\n\n');
}
