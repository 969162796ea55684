import { type DocumentNode, Kind, type OperationDefinitionNode, Source } from 'graphql';
import { BoundedLexer } from './bounded-lexer.ts';
import { CompactParser } from './compact-parser.ts';
import type { OperationLimits } from './default-limits.ts';
import { tooExpensive, tooManyFields } from './limits.ts';
import { MergeCounter } from './merge-counter.ts';
import { SelectionCounter } from './selection-counter.ts';

/** Most fragments of a document: some rules of validation follow a chain of fragments by recursion. */
const maxFragments = 2000;

/** Most values that introspection may select, about: some times what tools request. */
const maxIntrospection = 3_000_000;

/**
 * Parses a document of a client within the limits, in steps: the parsing, and the counts of each definition. Throws graphql's
 * syntax error, and OPERATION_TOO_EXPENSIVE or BAD_USER_INPUT for the limit that is exceeded. The time it takes grows with the
 * length of the text alone.
 */
export function* parseInSteps(text: string, limits: OperationLimits): Generator<void, DocumentNode, void> {
  checkLines(text, limits.maxTokens);
  const source = new Source(text);
  const document = new CompactParser(source, new BoundedLexer(source, limits)).parseDocument();
  yield;
  yield* checkDefinitions(document, limits);
  return document;
}

/** Blank lines and comments are no tokens, and each error of validation counts the lines before it. */
function checkLines(text: string, maxLines: number): void {
  if (text.length <= maxLines) return;
  let lines = 1;
  const ends = /\r\n|[\n\r]/g;
  while (ends.test(text)) {
    if (++lines > maxLines) {
      throw tooExpensive(`The document has more than ${maxLines} lines. Split it into several requests.`);
    }
  }
}

function* checkDefinitions({ definitions }: DocumentNode, limits: OperationLimits): Generator<void, void, void> {
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  checkCount(operations.length, limits.maxOperations, 'document', 'operations');
  checkCount(fragments.length, maxFragments, 'document', 'fragments');
  const fragmentsByName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const counter = new SelectionCounter(fragmentsByName, limits.maxDepth);
  for (const operation of operations) {
    checkOperation(operation, counter, limits);
    yield;
  }
  counter.checkUnused();
  const merges = new MergeCounter(fragmentsByName, limits.maxDepth);
  for (const { selectionSet } of [...operations, ...fragments]) {
    yield;
    merges.count([selectionSet]);
  }
}

function checkOperation(
  { operation, selectionSet }: OperationDefinitionNode,
  counter: SelectionCounter,
  limits: OperationLimits,
): void {
  const counts = counter.count(selectionSet);
  if (operation === 'mutation') checkCount(counts.ownFields, limits.maxMutations, 'operation', 'mutations');
  checkCount(counts.ownFields, limits.maxRootFields, 'operation', 'root fields');
  checkCount(counts.aliases, limits.maxAliases, 'operation', 'aliases');
  if (counts.fields > limits.maxFields) throw tooManyFields(limits.maxFields);
  if (counts.introspection > maxIntrospection) {
    throw tooExpensive('The operation selects too much of the schema. Split it into several requests.');
  }
}

function checkCount(count: number, limit: number, subject: string, what: string): void {
  if (count > limit)
    throw tooExpensive(`The ${subject} has more than ${limit} ${what}. Split it into several requests.`);
}
