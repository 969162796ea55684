import { existsSync } from 'node:fs';
import {
  type DocumentNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import { ConversionError, isDeeperThan, isJsonObject, type JsonObject, parseCopied } from '../../engine/engine.ts';
import { foundProblems, usageError } from '../exit.ts';
import { parsedJson, readInput } from './input.ts';
import { requestIn } from './request-body.ts';
import type { OperationRequest } from './target.ts';

/** The options of every command that takes an operation. */
export interface OperationFlags {
  execute?: string;
  variables?: string;
  /** `name=value` each. */
  var?: readonly string[];
  operationName?: string;
}

/** Most levels of the variables: gateways take fewer, and serializing more could exceed the stack. */
const maxLevels = 1000;

/**
 * The operation that a command is given: in a file, from standard input (`-`), or as text. It may also be the JSON body of a
 * GraphQL request, as `docgraph from-rest --json` prints it, or a POST of one as browsers copy it, as curl or as fetch. Throws a
 * CommandFailure.
 */
export async function readOperation(file: string | undefined, flags: OperationFlags): Promise<OperationRequest> {
  const text = await documentText(file, flags);
  if (text.trim() === '') throw usageError('The operation is empty.');
  const given = requestOf(copiedBody(text) ?? text);
  const operationName = flags.operationName ?? given.operationName;
  const fromFlag = flags.variables === undefined ? undefined : await jsonOption(flags.variables);
  const single = variablesIn(parsed(given.query), operationName, flags.var ?? []);
  const variables = { ...given.variables, ...fromFlag, ...single };
  if (isDeeperThan(variables, maxLevels)) throw usageError('The variables are nested too deeply.');
  return {
    ...given,
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(operationName !== undefined && { operationName }),
  };
}

async function documentText(file: string | undefined, { execute }: OperationFlags): Promise<string> {
  if (execute !== undefined && file !== undefined) throw usageError('Give a file or --execute, not both.');
  if (execute !== undefined) return execute;
  if (file === undefined && process.stdin.isTTY) {
    throw usageError('No operation is given. Name a file, pipe one to standard input, or use --execute.');
  }
  if (file?.includes('{') && !existsSync(file)) {
    throw usageError('The argument is the name of a file: pass an operation itself with --execute.');
  }
  return await readInput(file ?? '-');
}

/** The body of a copied request; undefined for another text. No GraphQL document starts as such a request does. */
function copiedBody(text: string): string | undefined {
  try {
    const copied = parseCopied(text.trim());
    if (copied === undefined) return undefined;
    if (copied.body === undefined) throw usageError('The copied request has no body with a GraphQL operation.');
    return copied.body;
  } catch (error) {
    throw error instanceof ConversionError ? usageError(error.message) : error;
  }
}

/** No GraphQL document starts as the JSON body of a request does. */
function requestOf(text: string): OperationRequest {
  return /^\s*(?:\[|\{\s*")/.test(text) ? requestIn(parsedJson(text, 'The operation')) : { query: text };
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query);
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw foundProblems('The document is nested too deeply.');
    if (!(error instanceof GraphQLError)) throw error;
    const [place] = error.locations ?? [];
    throw foundProblems(
      `${error.message}${place === undefined ? '' : ` (line ${place.line}, column ${place.column})`}`,
    );
  }
}

/** A JSON object, or `@` and the name of a file with one. */
async function jsonOption(option: string): Promise<JsonObject> {
  const text = option.startsWith('@') ? await readInput(option.slice(1)) : option;
  const value = parsedJson(text, '--variables');
  if (!isJsonObject(value)) throw usageError('--variables must be a JSON object, such as {"id": "x"}.');
  return value;
}

/** The values of `--var name=value`, by the types that the operation declares. */
function variablesIn(document: DocumentNode, name: string | undefined, pairs: readonly string[]): JsonObject {
  if (pairs.length === 0) return {};
  const { variableDefinitions = [] } = operationIn(document, name);
  return Object.fromEntries(pairs.map((pair) => variableIn(variableDefinitions, pair)));
}

function operationIn(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const found = getOperationAST(document, name);
  if (found != null) return found;
  const names = document.definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? [one.name?.value ?? '(anonymous)'] : [],
  );
  if (names.length === 0) throw usageError('The document has no operation.');
  const problem = name === undefined ? 'several operations' : `no operation ${JSON.stringify(name)}`;
  throw usageError(`The document has ${problem}. Name one of ${names.join(', ')} with --operation-name.`);
}

function variableIn(definitions: readonly VariableDefinitionNode[], pair: string): [string, unknown] {
  const [, name, text] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
  if (name === undefined || text === undefined) throw usageError(`--var takes name=value, not "${pair}".`);
  const definition = definitions.find(({ variable }) => variable.name.value === name);
  if (definition === undefined) throw usageError(`The operation declares no variable $${name}.`);
  return [name, valueOfType(definition.type, text, name)];
}

/** Texts, ids and names of enums are taken as they are; numbers, flags, lists and objects are JSON. */
function valueOfType(type: TypeNode, text: string, name: string): unknown {
  if (type.kind === 'NonNullType') return valueOfType(type.type, text, name);
  if (type.kind === 'NamedType' && (type.name.value === 'String' || type.name.value === 'ID')) return text;
  try {
    return JSON.parse(text);
  } catch {
    // The name of an enum value, which is no JSON.
    if (type.kind === 'NamedType' && /^[\w:/.-]+$/.test(text)) return text;
    throw usageError(`--var ${name} must be JSON, as it is of the type ${typeName(type)}.`);
  }
}

function typeName(type: TypeNode): string {
  if (type.kind === 'NonNullType') return `${typeName(type.type)}!`;
  return type.kind === 'ListType' ? `[${typeName(type.type)}]` : type.name.value;
}
