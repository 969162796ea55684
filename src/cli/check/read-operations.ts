import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  Source,
  visit,
} from 'graphql';
import { TrustedDocumentsError } from '../../server/admission/trusted-documents/errors.ts';
import type { ManifestDocument } from '../../server/admission/trusted-documents/manifest.ts';
import { readManifests } from '../../server/admission/trusted-documents/read-manifests.ts';
import { decodeText, encodingProblem } from '../../server/runtime/decode-text.ts';
import { readProblem, readRegularFile } from '../../server/runtime/read-regular-file.ts';
import { usageError } from '../exit.ts';
import { type Problem, problemOf } from './problem.ts';

/** An operation with the fragments that it uses, as a client sends it. */
export interface OperationSource {
  operation: OperationDefinitionNode;
  document: DocumentNode;
  file: string;
  /** Its id in a manifest. */
  id?: string;
}

export interface ReadOperations {
  operations: OperationSource[];
  /** Why files or documents are not among them. */
  problems: Problem[];
}

const maxFiles = 20_000;
/** Bytes of one file. */
const maxBytes = 16_777_216;
/** Tokens of one file. */
const maxTokens = 1_000_000;

/**
 * Reads the operations of a manifest, of a GraphQL file, or of a folder: of all GraphQL files in it and below it, which may
 * use the fragments of one another, or, if it has none, of its manifests. Rejects with a usage error where there are none, or with a
 * TrustedDocumentsError.
 */
export async function readOperations(path: string): Promise<ReadOperations> {
  const files = await graphqlFiles(path);
  const read = files.length > 0 ? await readFiles(files) : await readDocuments(path);
  if (read.operations.length + read.problems.length === 0) throw usageError(`There are no operations in ${path}.`);
  return read;
}

async function graphqlFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch((error) => {
    throw usageError(`${path} ${readProblem(error)}.`);
  });
  if (!found.isDirectory()) return isGraphQL(path) ? [path] : [];
  const files: string[] = [];
  await collectFiles(path, files, new Set([await realpath(path)]));
  return files.sort();
}

/** `seen`: the real paths that were found. Links are followed; what several of them lead to is read once. */
async function collectFiles(folder: string, files: string[], seen: Set<string>): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const kind = await kindOf(path, name);
    if (kind === undefined || !(await isFirst(path, seen))) continue;
    if (kind === 'folder') await collectFiles(path, files, seen);
    else files.push(path);
    if (files.length > maxFiles) throw usageError(`There are more than ${maxFiles} GraphQL files.`);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    throw usageError(`${folder} ${readProblem(error)}.`);
  }
}

/** Undefined for what is not read. A link that leads nowhere counts as a file, which cannot be read. */
async function kindOf(path: string, name: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return name === 'node_modules' || name.startsWith('.') ? undefined : 'folder';
  return isGraphQL(path) && found?.isFile() !== false ? 'file' : undefined;
}

async function isFirst(path: string, seen: Set<string>): Promise<boolean> {
  const real = await realpath(path).catch(() => path);
  if (seen.has(real)) return false;
  seen.add(real);
  return true;
}

function isGraphQL(path: string): boolean {
  return ['.graphql', '.gql'].includes(extname(path));
}

async function readFiles(files: readonly string[]): Promise<ReadOperations> {
  const problems: Problem[] = [];
  const definitions: DefinitionNode[] = [];
  for (const file of files) {
    const text = await textOf(file, problems);
    if (text !== undefined) definitions.push(...definitionsOf(text, file, problems));
  }
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations = new Map<string, OperationDefinitionNode>();
  const anonymous: OperationDefinitionNode[] = [];
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) addOnce(fragments, definition, problems);
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    if (definition.name === undefined) anonymous.push(definition);
    else addOnce(operations, definition, problems);
  }
  const sources = [...operations.values(), ...anonymous].map((operation) => ({
    operation,
    document: documentOf(operation, fragments),
    file: fileOf(operation),
  }));
  return { operations: sources, problems };
}

/** Undefined, with a problem, for a file that is no readable text. */
async function textOf(file: string, problems: Problem[]): Promise<string | undefined> {
  const fail = (problem: string) => void problems.push({ message: `It ${problem}.`, file });
  try {
    const bytes = await readRegularFile(file, maxBytes);
    if (bytes === undefined) return fail(`has more than ${maxBytes} bytes`);
    return decodeText(bytes) ?? fail(encodingProblem);
  } catch (error) {
    return fail(readProblem(error));
  }
}

/** Different files may not give one name to two operations or fragments. */
function addOnce<Node extends OperationDefinitionNode | FragmentDefinitionNode>(
  byName: Map<string, Node>,
  node: Node,
  problems: Problem[],
): void {
  const name = node.name?.value ?? '';
  const other = byName.get(name);
  if (other === undefined) byName.set(name, node);
  else
    problems.push(problemOf(new GraphQLError(`There are two definitions of ${name}.`, { nodes: node }), fileOf(node)));
}

/** An operation and the fragments that it spreads, directly or in other fragments. */
function documentOf(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): DocumentNode {
  const definitions: (OperationDefinitionNode | FragmentDefinitionNode)[] = [operation];
  const names = new Set<string>();
  // An array can be extended while it is iterated.
  for (const definition of definitions) {
    visit(definition, {
      FragmentSpread({ name: { value: name } }) {
        const fragment = fragments.get(name);
        if (fragment === undefined || names.has(name)) return;
        names.add(name);
        definitions.push(fragment);
      },
    });
  }
  return { kind: Kind.DOCUMENT, definitions };
}

async function readDocuments(path: string): Promise<ReadOperations> {
  const problems: Problem[] = [];
  const operations: OperationSource[] = [];
  for (const { id, text, file } of await manifestDocuments(path)) {
    const definitions = definitionsOf(text, `${file}#${id}`, problems);
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
    for (const operation of definitions) {
      if (operation.kind === Kind.OPERATION_DEFINITION) operations.push({ operation, document, file, id });
    }
  }
  return { operations, problems };
}

/** Where a path does not show that manifests are read, a line says it before their mistakes. */
async function manifestDocuments(path: string): Promise<ManifestDocument[]> {
  try {
    return await readManifests(path);
  } catch (error) {
    if (!(error instanceof TrustedDocumentsError) || path.endsWith('.json')) throw error;
    throw usageError([`No file of ${path} ends in .graphql or .gql: manifests are read.`, ...error.lines]);
  }
}

function definitionsOf(text: string, file: string, problems: Problem[]): readonly DefinitionNode[] {
  try {
    return parse(new Source(text, file), { maxTokens }).definitions;
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) problems.push({ message: 'It is nested too deeply.', file });
    else if (error instanceof GraphQLError) problems.push(problemOf(error, file));
    else throw error;
    return [];
  }
}

function fileOf({ loc }: OperationDefinitionNode | FragmentDefinitionNode): string {
  return loc?.source.name ?? '';
}
