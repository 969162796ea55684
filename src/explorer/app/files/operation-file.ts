import type { JsonObject } from '../../../engine/contract/json.ts';
import { objectIn } from '../editor-json.ts';
import { operationIn, parseQuery } from '../links/query-fields.ts';

export interface EditedOperation {
  readonly query: string;
  /** The text of the variables editor. */
  readonly variables: string;
}

export type ChosenFile = Pick<File, 'name' | 'size' | 'text'>;

/** The operations of the files that were opened, and a sentence for each reason why others were not. */
export interface OpenedFiles {
  readonly operations: readonly EditedOperation[];
  readonly problems: readonly string[];
}

/** Largest file that is opened, in bytes. */
export const maxFileBytes = 1_048_576;
/** Most files that are opened at once: each gets a tab. */
export const maxFiles = 20;

/** What the first comment of a file begins with, if it has the values of the variables. */
const mark = '# variables: ';

/** The text of a `.graphql` file. Values of variables are JSON in the first comment; `docgraph query` and others ignore it. */
export function fileTextOf({ query, variables }: EditedOperation): string {
  const values = valuesIn(variables);
  const head = values === undefined ? '' : `${mark}${JSON.stringify(values)}\n`;
  return `${head}${query.trimEnd()}\n`;
}

/** Reads files, of which each may fail: it may be too large, or gone since it was chosen. */
export async function openedFiles(files: readonly ChosenFile[]): Promise<OpenedFiles> {
  const read = await Promise.all(files.slice(0, maxFiles).map(readFile));
  return {
    operations: read.filter((one) => typeof one !== 'string'),
    problems: [
      ...read.filter((one) => typeof one === 'string'),
      ...(files.length > maxFiles ? [`Only the first ${maxFiles} files were opened.`] : []),
    ],
  };
}

/** Its operation, or why it cannot be opened. */
async function readFile(file: ChosenFile): Promise<EditedOperation | string> {
  if (file.size > maxFileBytes) return `${file.name} is larger than ${maxFileBytes / 1024} KiB and was not opened.`;
  try {
    return operationInFile(await file.text());
  } catch {
    return `${file.name} cannot be read and was not opened.`;
  }
}

export function operationInFile(text: string): EditedOperation {
  const content = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [first = ''] = content.split('\n', 1);
  const values = first.startsWith(mark) ? valuesIn(first.slice(mark.length)) : undefined;
  if (values === undefined) return { query: content, variables: '' };
  return { query: content.slice(first.length + 1), variables: JSON.stringify(values, null, 2) };
}

/** The name of a file for an operation: `OpenChangeRequests.graphql`. */
export function fileNameOf(query: string): string {
  const document = parseQuery(query);
  const name = document && operationIn(document, undefined)?.name?.value;
  return `${name ?? 'operation'}.graphql`;
}

/** Undefined where the text is no JSON object with values. */
function valuesIn(text: string): JsonObject | undefined {
  const values = objectIn(text);
  return values && Object.keys(values).length > 0 ? values : undefined;
}
