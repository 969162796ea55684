import type { Endpoint } from '../contract/endpoint.ts';
import type { Entity } from '../contract/entity.ts';
import type { OperationLimits } from '../document/default-limits.ts';
import type { ListKind } from '../http/list-sizes.ts';
import type { FieldArguments, FieldView } from './field-view.ts';

/** A call of a plan, once for each of the records above it. */
export interface PlannedCall {
  /** The field that it is made for: response names from the root, joined by dots. */
  field: string;
  operation: string;
  method: string;
  path: string;
  /** Other operations, one of which may be called instead: by the record's parent, or for several records at once. */
  or?: string[];
  calls: number | null;
  /** How many of them are expected; a mean, with two decimals. */
  expectedCalls: number;
  /** How many of the calls are lists that replace look-ups, at most. */
  batched?: number;
  /** In which round trip it is made; the first is 1. */
  level: number;
  /** The calls that wait for its response. */
  next: PlannedCall[];
}

/** The calls of a field that are made only where the service does not return what it should. */
export interface FallbackCalls {
  /** The field that they are made for. */
  field: string;
  operation: string;
  /** At most; null where nothing bounds them. */
  calls: number | null;
  /** How many of them are further pages: of lists whose pages are shorter than requested, and of long lists that are read whole. */
  furtherPages: number | null;
}

/** A point of an execution: after so many round trips. Calls that can start then are added to `next`. */
export interface PlanPoint {
  readonly level: number;
  readonly next: PlannedCall[];
}

/** Lists of one kind below one parent. */
export interface ExpectedLists {
  readonly kind: ListKind;
  /** How many are expected. */
  readonly count: number;
  /** Records of this kind have been read for them, and need no further call. */
  readonly parents?: Entity | undefined;
}

/** Values at one path of the response, before any of them has arrived. */
export interface PlannedValues {
  /** How many there are at most; undefined where nothing bounds it. */
  readonly count: number | undefined;
  /** When their keys are known: calls that need nothing else start then. */
  readonly keysKnown: PlanPoint;
  /** When they have arrived, with their records if those are needed. */
  readonly arrived: PlanPoint;
  /** Whether their records have arrived by then. */
  readonly hasRecord: boolean;
  /** The endpoint that returns the record, where it is called for these very values. */
  readonly reader?: Endpoint | undefined;
  /** The path parameters of the records that they are, or are parts of; undefined where these may differ. */
  readonly parameters?: readonly string[] | undefined;
  /** The most items of a connection. */
  readonly items?: number | undefined;
  /** The lists that have these items, where their size is not known. */
  readonly lists?: ExpectedLists;
  /** The write whose payload it is. */
  readonly write?: Endpoint | undefined;
  readonly owner?: PlannedValues | undefined;
}

/** A field with its arguments and the path of its response name. */
export interface PlannedField {
  readonly compiled: FieldView;
  readonly args: FieldArguments;
  /** Response names from the root, joined by dots. */
  readonly path: string;
  /** Whether it looks a record up by another name than its id: what is below is not requested by it. */
  readonly isByAlias: boolean;
}

/** Calls of a field to the first of the endpoints, or to another one of them. */
export interface PlannedRequest {
  readonly endpoints: readonly Endpoint[];
  /** How often; undefined where nothing bounds it. */
  readonly count: number | undefined;
  /** How many of them are expected for each parent of the field. Left out: as many as there are at most. */
  readonly expectedEach?: number | undefined;
  /** Whether the parents are expected to need one and the same call. */
  readonly isShared?: boolean;
  readonly start: PlanPoint;
  /** Pages of each, where a page is as long as requested. */
  readonly pages?: number;
  /** The most pages of each, whatever their length. */
  readonly maxPages?: number;
}

/** How the records that a field refers to are read. */
export interface PlannedReference {
  readonly entity: Entity;
  /** The endpoints that may return them. */
  readonly endpoints: readonly Endpoint[];
  readonly count: number | undefined;
  readonly start: PlanPoint;
  /** Whether the service confirms that they exist. */
  readonly mustExist: boolean;
}

/** What kinds of fields tell a plan. */
export interface Planner {
  readonly limits: OperationLimits;
  /** How many of the first `most` items a list below the field is expected to have. */
  expectedSize(field: PlannedField, kind: ListKind, most: number): number;
  /** The part of an endpoint's lists that is expected to be read, where records tell which of them are empty. */
  expectedReads(endpoint: Endpoint): number;
  /** Adds calls to the plan. Returns when the last page has arrived. */
  calls(field: PlannedField, request: PlannedRequest): PlanPoint;
  /** Adds calls that are made only where the service does not return what was expected: without a record, or a part of it. */
  fallback(field: PlannedField, request: PlannedRequest): void;
  /** Plans the reads of records that a field refers to, and what is selected on them. */
  references(field: PlannedField, on: PlannedValues, reference: PlannedReference): void;
  /** Plans what is selected on a value that comes with its parent, or on a record that a write's payload refers to. */
  atHand(field: PlannedField, on: PlannedValues): void;
  /** Plans what is selected on the field's values. */
  below(field: PlannedField, values: PlannedValues): void;
  /** Whether the field selects items of a connection, and not only what any page tells of its list. */
  needsItems(field: PlannedField): boolean;
}

/** Values that have arrived with their records. */
export function arrivedValues(count: number | undefined, arrived: PlanPoint): PlannedValues {
  return { count, keysKnown: arrived, arrived, hasRecord: true };
}

/**
 * The endpoints that may be called below values: records of one kind may be below parents of several kinds, each with an endpoint
 * of its own.
 */
export function endpointsBelow(
  endpoints: readonly Endpoint[],
  { parameters }: Pick<PlannedValues, 'parameters'>,
): readonly Endpoint[] {
  if (parameters === undefined || endpoints.length < 2) return endpoints;
  const all = endpoints.map(({ pathParams }) => pathParams);
  const differing = all.flat().filter((name) => all.some((names) => !names.includes(name)));
  const fits = (names: readonly string[]) =>
    differing.every((name) => names.includes(name) === parameters.includes(name));
  const possible = endpoints.filter(({ pathParams }) => fits(pathParams));
  return possible.length === 0 ? endpoints : possible;
}

/** The path parameters of what endpoints return; undefined where they differ. */
export function parametersOf([endpoint, ...others]: readonly Endpoint[]): readonly string[] | undefined {
  return endpoint === undefined || others.length > 0 ? undefined : endpoint.pathParams;
}

/** The later of two points; of two at the same time, the other one. */
export function later(one: PlanPoint, other: PlanPoint): PlanPoint {
  return other.level >= one.level ? other : one;
}
