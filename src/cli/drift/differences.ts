import type { z } from 'zod';
import { coreOf, type Endpoint, groupBy } from '../../engine/engine.ts';
import { isPagedList } from '../contract/record-schemas.ts';
import type { GraphIndex } from '../graph/graph-index.ts';
import { FieldComparison } from './compare-fields.ts';
import { compareOperations } from './compare-operations.ts';
import type { Difference, Finding, Place } from './difference.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { SelectedDocument } from './selected-document.ts';

export interface DifferenceOptions {
  /** The documents that may be affected; undefined if there are none to name. */
  readonly selected?: readonly SelectedDocument[] | undefined;
  /** The path prefix of the service's base address: empty, or `/api`. */
  readonly prefix?: string;
}

/**
 * The differences between a document and the contract, breaking ones first. What several operations have in common, such as
 * a field of a record, is one difference.
 */
export function findDifferences(
  endpoints: readonly Endpoint[],
  document: OpenApiDocument,
  graph: GraphIndex,
  { selected, prefix = '' }: DifferenceOptions = {},
): Difference[] {
  const { reader } = document;
  const findings = compareOperations(endpoints, document, { reader, fields: new FieldComparison(reader), prefix });
  const numbers = new Map<z.ZodType, number>();
  const groups = groupBy(findings, (finding) => keyOf(finding, numbers));
  const differences = [...groups.values()].map((group) => differenceOf(group, graph, selected));
  return differences.sort((a, b) => Number(b.isBreaking) - Number(a.isBreaking));
}

/** Parts that operations have in common. */
const ofService: ReadonlySet<string> = new Set(['server', 'security']);

/** Findings with the same key are one difference: they say the same of the same object of the contract. */
function keyOf(finding: Finding, numbers: Map<z.ZodType, number>): string {
  const { part, change, message, owner, endpoint, address, property } = finding;
  const isOfOperation = owner === undefined && !part.endsWith('-parameter') && !ofService.has(part);
  return JSON.stringify([
    part,
    change,
    message,
    property,
    isOfOperation && address,
    ownerKey(owner, endpoint, numbers),
  ]);
}

function ownerKey(owner: z.ZodType | undefined, endpoint: Endpoint | undefined, numbers: Map<z.ZodType, number>) {
  if (owner === undefined || endpoint === undefined) return undefined;
  // Each list has an envelope of its own in the contract.
  if (endpoint.result !== undefined && isPagedList(endpoint) && owner === coreOf(endpoint.result)) return 'envelope';
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
  const endpoints = new Set(findings.flatMap(({ endpoint }) => endpoint ?? []));
  const documents = selected?.filter((one) => isAffected(one, fields, endpoints)).map(({ name }) => name);
  return {
    kind: `${part}-${change}`,
    isBreaking: findings.some((finding) => finding.isBreaking) || isBreaking,
    message,
    places: placesOf(findings),
    fields,
    ...(documents && { documents }),
  };
}

function fieldsOf({ part, endpoint, owner, property }: Finding, graph: GraphIndex): readonly string[] {
  if (endpoint === undefined) return [];
  const callers = graph.fieldsCalling(endpoint);
  if (part !== 'response-field' || owner === undefined || property === undefined) return callers;
  // Several mutations may return the same object; only those that call the operation are affected.
  const isAffected = (field: string) => !field.startsWith('Mutation.') || callers.includes(field);
  return graph.fieldsReading(owner, property).filter(isAffected);
}

/** A document is affected if it selects one of the fields, and may call one of the operations for it. */
function isAffected(document: SelectedDocument, fields: readonly string[], endpoints: ReadonlySet<Endpoint>): boolean {
  return (
    fields.some((field) => document.fields.has(field)) &&
    [...endpoints].some((endpoint) => document.endpoints.has(endpoint))
  );
}

function placesOf(findings: readonly Finding[]): Place[] {
  return findings.map(({ endpoint, address, location }) => ({ operation: endpoint?.id ?? address, location }));
}
