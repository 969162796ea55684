import { applyEdits, getNodeValue, modify, type ParseError, parseTree } from 'jsonc-parser';
import { isJsonObject, type JsonObject } from '../../engine/contract/json.ts';

/** What GraphiQL accepts in the editors of variables and headers, beside comments. */
const options = { allowTrailingComma: true, allowEmptyContent: true };

/** The object in the text of an editor as GraphiQL reads it, empty for an empty text; undefined for a text that is not valid. */
export function objectIn(text: string | null | undefined): JsonObject | undefined {
  try {
    const errors: ParseError[] = [];
    const root = parseTree(text ?? '', errors, options);
    const value: unknown = root && getNodeValue(root);
    if (errors.length > 0) return undefined;
    if (!value) return {};
    return isJsonObject(value) ? value : undefined;
  } catch {
    // The parser calls itself for each level of a value.
    return undefined;
  }
}

/** The valid text of an editor with other values for some names. What else is in it stays as it is, also comments. */
export function withValues(text: string, values: JsonObject): string {
  const root = parseTree(text, [], options);
  const start = root === undefined || root.type === 'object' ? text : '{}';
  return Object.entries(values).reduce(
    (before, [name, value]) => applyEdits(before, modify(before, [name], value, { formattingOptions })),
    start,
  );
}

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
