import type { z } from 'zod';
import type { Operation } from '../../engine/contract/operation.ts';
import { coreOf } from '../contract/contract-shape.ts';
import { isPagedList } from '../contract/record-schemas.ts';
import { FieldComparison } from './compare-fields.ts';
import { compareOperations } from './compare-operations.ts';
import type { Difference, Finding, Place } from './difference.ts';
import type { GraphIndex } from './graph-index.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { SelectedDocument } from './selected-document.ts';

/**
 * The differences between a document and the contract, breaking ones first. What several operations have in common, such as
 * a field of a record, is one difference.
 */
export function findDifferences(
  operations: readonly Operation[],
  document: OpenApiDocument,
  graph: GraphIndex,
  selected: readonly SelectedDocument[] | undefined,
): Difference[] {
  const findings = compareOperations(operations, document, new FieldComparison(document.reader));
  const groups = new Map<string, Finding[]>();
  const numbers = new Map<z.ZodType, number>();
  for (const finding of findings) {
    const key = keyOf(finding, numbers);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  const differences = [...groups.values()].map((group) => differenceOf(group, graph, selected));
  return differences.sort((a, b) => Number(b.isBreaking) - Number(a.isBreaking));
}

/** Findings with the same key are one difference: they say the same of the same object of the contract. */
function keyOf(finding: Finding, numbers: Map<z.ZodType, number>): string {
  const { part, change, message, owner, operation, endpoint, property } = finding;
  const isOfOperation = owner === undefined && !part.endsWith('-parameter');
  return JSON.stringify([
    part,
    change,
    message,
    property,
    isOfOperation && endpoint,
    ownerKey(owner, operation, numbers),
  ]);
}

function ownerKey(owner: z.ZodType | undefined, operation: Operation | undefined, numbers: Map<z.ZodType, number>) {
  if (owner === undefined || operation === undefined) return undefined;
  // Each list has an envelope of its own in the contract.
  if (operation.result !== undefined && isPagedList(operation) && owner === coreOf(operation.result)) return 'envelope';
  const number = numbers.get(owner) ?? numbers.size;
  numbers.set(owner, number);
  return number;
}

function differenceOf(
  findings: readonly Finding[],
  graph: GraphIndex,
  selected: readonly SelectedDocument[] | undefined,
): Difference {
  const { part, change, isBreaking, message } = findings[0] as Finding;
  const fields = [...new Set(findings.flatMap((finding) => fieldsOf(finding, graph)))].sort();
  const operations = new Set(findings.flatMap(({ operation }) => operation ?? []));
  const documents = selected?.filter((one) => isAffected(one, fields, operations)).map(({ name }) => name);
  return {
    kind: `${part}-${change}`,
    isBreaking: findings.some((finding) => finding.isBreaking) || isBreaking,
    message,
    places: placesOf(findings),
    fields,
    ...(documents && { documents }),
  };
}

function fieldsOf({ part, operation, owner, property }: Finding, graph: GraphIndex): readonly string[] {
  if (operation === undefined) return [];
  const callers = graph.fieldsCalling(operation);
  if (part !== 'response-field' || owner === undefined || property === undefined) return callers;
  // Several mutations may return the same object; only those that call the operation are affected.
  const isAffected = (field: string) => !field.startsWith('Mutation.') || callers.includes(field);
  return graph.fieldsReading(owner, property).filter(isAffected);
}

/** A document is affected if it selects one of the fields, and may call one of the operations for it. */
function isAffected(
  document: SelectedDocument,
  fields: readonly string[],
  operations: ReadonlySet<Operation>,
): boolean {
  return (
    fields.some((field) => document.fields.has(field)) &&
    [...operations].some((operation) => document.operations.has(operation))
  );
}

function placesOf(findings: readonly Finding[]): Place[] {
  return findings.map(({ operation, endpoint, location }) => ({ operation: operation?.id ?? endpoint, location }));
}
