import {
  type CompiledField,
  type CompiledOperation,
  type Selection,
  validSelectionsOf,
} from '../compile/compiled-operation.ts';
import { type ExportProblem, exportedIdsOf } from '../compile/exported-ids.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type Entity, readsOf, returnsRecord } from '../contract/entity.ts';
import { defaultLimits, type OperationLimits } from '../document/default-limits.ts';
import type { Variables } from '../document/document-facts.ts';
import type { FieldArguments } from '../fields/field-view.ts';
import {
  arrivedValues,
  endpointsBelow,
  later,
  type PlannedField,
  type PlannedReference,
  type PlannedRequest,
  type PlannedValues,
  type Planner,
  type PlanPoint,
  parametersOf,
} from '../fields/planner.ts';
import { entityOf } from '../fields/type-entity.ts';
import { type ListKind, ListSizes } from '../http/list-sizes.ts';
import { runAtOnce } from '../turns/event-loop-turn.ts';
import { BatchCounts } from './batch-counts.ts';
import { CallTree, type Plan } from './call-tree.ts';
import { DepthFirstWork } from './depth-first-work.ts';
import {
  assumedSize,
  type ExpectedValues,
  expectedCalls,
  expectedItemsOf,
  expectedOf,
  expectedValues,
} from './expected-values.ts';
import { type OpenVariables, PlanArguments } from './plan-arguments.ts';

interface PlanOptions {
  /** How long the service's lists are, as far as it is known. */
  listSizes?: ListSizes | undefined;
  /** None if left out. */
  open?: OpenVariables | undefined;
}

/**
 * Plans the REST calls of an operation for its variables: those where every record exists and every page is as long as
 * requested, and those at most, whatever the service returns. Lists of unknown length, like page trees, have no bound. Each step
 * plans at most `fieldsPerStep` fields. Throws OPERATION_TOO_EXPENSIVE for an operation of too many fields.
 */
export function* planInSteps(
  compiled: CompiledOperation,
  variables: Variables,
  limits: OperationLimits = defaultLimits,
  { listSizes, open }: PlanOptions = {},
): Generator<void, Plan, void> {
  const args = new PlanArguments(compiled, variables, open);
  const exportProblems = exportedIdsOf(compiled)?.problems(variables) ?? [];
  const first = new OperationPlanner(args, limits, { exportProblems, listSizes });
  yield* first.plan(compiled);
  if (first.batches.batched.size === 0) return first.tree.plan;
  // What is batched is known in the end only, and delays what waits for it.
  const second = new OperationPlanner(args, limits, {
    exportProblems,
    listSizes,
    batched: first.batches.batched,
  });
  yield* second.plan(compiled);
  return second.tree.plan;
}

/** The number of calls in an operation's plan, without those that nothing bounds. Throws as `planInSteps` does. */
export function countPlannedCalls(
  compiled: CompiledOperation,
  variables: Variables,
  limits: OperationLimits = defaultLimits,
  open?: OpenVariables,
): number {
  return runAtOnce(countInSteps(compiled, variables, limits, open));
}

/** The same in steps. */
export function* countInSteps(
  compiled: CompiledOperation,
  variables: Variables,
  limits: OperationLimits,
  open?: OpenVariables,
): Generator<void, number, void> {
  const planner = new OperationPlanner(new PlanArguments(compiled, variables, open), limits);
  yield* planner.plan(compiled);
  return planner.tree.boundedCalls;
}

/** A field of the operation with the arguments that it has. */
interface CompiledPlannedField extends PlannedField {
  readonly compiled: CompiledField;
  /** How many parents it has at most; undefined where nothing bounds them. */
  readonly parents: number | undefined;
  /** How many parents and items of a connection above it are expected. */
  readonly expected: ExpectedValues;
}

interface PlannerOptions extends Pick<PlanOptions, 'listSizes'> {
  /** The records that are read in lists, as an earlier plan has found. */
  batched?: ReadonlySet<Entity>;
  /** What is wrong with exported ids, where the plan names what is wrong. It takes longer. */
  exportProblems?: readonly ExportProblem[];
}

const noneSeen = new ListSizes();

/** Most fields that are planned in one step. */
const fieldsPerStep = 16;

class OperationPlanner implements Planner {
  readonly tree = new CallTree();
  readonly batches: BatchCounts;
  readonly limits: OperationLimits;
  readonly #args: PlanArguments;
  readonly #reportsRejections: boolean;
  readonly #listSizes: ListSizes;
  readonly #below = new DepthFirstWork();

  constructor(
    args: PlanArguments,
    limits: OperationLimits,
    { batched, exportProblems, listSizes = noneSeen }: PlannerOptions = {},
  ) {
    this.#args = args;
    this.limits = limits;
    this.batches = new BatchCounts(batched);
    this.#reportsRejections = exportProblems !== undefined;
    for (const { mutation, error } of exportProblems ?? []) this.tree.reject(mutation.key, [error.message]);
    this.#listSizes = listSizes;
  }

  *plan(operation: CompiledOperation): Generator<void, void, void> {
    const exported = exportedIdsOf(operation);
    for (const compiled of operation.root().fields) {
      if (exported?.lacksId(compiled)) continue;
      // Mutations follow one another, each with all that is selected on it; queries start together.
      const start = {
        level: operation.operation.operation === 'mutation' ? this.tree.levels : 0,
        next: this.tree.roots,
      };
      this.#field(compiled, arrivedValues(1, start), '', { count: 1, items: undefined, isBelowList: false });
      yield* this.#below.steps(fieldsPerStep);
      yield;
    }
  }

  calls(field: CompiledPlannedField, request: PlannedRequest): PlanPoint {
    const { path } = field;
    this.#furtherPages(path, request);
    return this.tree.add(path, request, expectedCalls(field, request));
  }

  #furtherPages(path: string, { endpoints, count, pages = 1, maxPages = pages }: PlannedRequest): void {
    const further = maxPages - pages;
    if (further <= 0) return;
    const calls = count === undefined ? undefined : count * further;
    for (const endpoint of endpoints) this.tree.addFallback(path, endpoint, calls, calls ?? 0, further);
  }

  fallback({ path }: PlannedField, request: PlannedRequest): void {
    const { endpoints, count } = request;
    for (const endpoint of endpoints) this.tree.addFallback(path, endpoint, count, 0, 1);
    this.#furtherPages(path, request);
  }

  atHand(field: CompiledPlannedField, on: PlannedValues): void {
    const { shape } = field.compiled;
    const entity = shape.kind === 'object' ? entityOf(shape.type) : undefined;
    // Only a write's payload refers to records that it does not hold.
    if (on.write === undefined || entity === undefined || returnsRecord(on.write, entity)) {
      // The results of a batch are values of its payload.
      const write = on.items === undefined ? undefined : on.write;
      this.below(field, { ...arrivedValues(on.count, on.arrived), items: on.items, parameters: on.parameters, write });
      return;
    }
    const reference = { entity, endpoints: readsOf(entity), count: on.count, start: on.arrived, mustExist: false };
    this.references(field, on, reference);
  }

  below(field: CompiledPlannedField, values: PlannedValues): void {
    const { shape } = field.compiled;
    const isList = shape.kind === 'list';
    const on = isList ? { ...values, count: product(values.count, values.items), items: undefined } : values;
    const expected = isList ? expectedItemsOf(field) : expectedValues(field, values, this);
    for (const selection of validSelectionsOf(shape)) this.#fields(selection, on, field.path, expected);
  }

  expectedSize({ expected }: CompiledPlannedField, kind: ListKind, most: number): number {
    return this.seenSize(kind, most) ?? Math.min(assumedSize(expected), most);
  }

  seenSize(kind: ListKind, most: number): number | undefined {
    return this.#listSizes.meanUpTo(kind, most);
  }

  expectedReads(endpoint: Endpoint): number {
    return this.#listSizes.readPart(endpoint);
  }

  needsItems({ compiled }: CompiledPlannedField): boolean {
    return validSelectionsOf(compiled.shape).some((selection) => selection.needsItems);
  }

  references(field: CompiledPlannedField, on: PlannedValues, reference: PlannedReference): void {
    this.#below.add(() => this.#reference(field, on, reference));
  }

  #reference(field: CompiledPlannedField, on: PlannedValues, reference: PlannedReference): void {
    const { entity, count, start, mustExist } = reference;
    const selection = validSelectionsOf(field.compiled.shape).find(({ type }) => type.name === entity.name);
    if (selection === undefined) return;
    const isByAlias = field.isByAlias && entity.hasAliases;
    const isConfirmedBelow = selection.prefetchable.some(({ kind }) => kind.isBelowParent);
    const isFetched = isByAlias || selection.needsRecord || (mustExist && !isConfirmedBelow);
    const end = isFetched ? this.#records(field, reference) : undefined;
    if (!isFetched && mustExist) this.#confirmations(field, reference);
    const confirmed = mustExist ? { level: start.level + 1, next: start.next } : start;
    const arrived = later(on.arrived, end ?? confirmed);
    const reads = endpointsOf(reference);
    const reader = isFetched && reads.length === 1 ? reads[0] : undefined;
    const keysKnown = isByAlias ? arrived : start;
    const parameters = entity.keyShapes.length === 1 ? entity.keyShapes[0] : parametersOf(reads);
    this.#fields(
      selection,
      { count, keysKnown, arrived, hasRecord: isFetched, reader, owner: on, parameters },
      field.path,
      { ...field.expected, count: expectedOf(field, count), items: undefined },
    );
  }

  /** Records that are read singly, in a list of siblings, or in the list that alone has them. */
  #records(field: CompiledPlannedField, reference: PlannedReference): PlanPoint {
    const { path } = field;
    const { entity, count, start } = reference;
    const reads = endpointsOf(reference);
    const lists = endpointsBelow(entity.lists, { parameters: parametersOf(reads) });
    const endpoints = [...reads, ...lists.filter((list) => !reads.includes(list))];
    const batch = this.batches.add(entity, count);
    for (const { list, calls, furtherPages, levels } of batch.fallbacks)
      this.tree.addFallback(path, list, calls, furtherPages, levels);
    const expected = field.expected.read === entity ? 0 : expectedOf(field, count);
    return this.tree.add(path, { endpoints, count, start }, expected, batch);
  }

  /** Where none of the calls below succeeds, the record's own call decides whether it exists. */
  #confirmations({ path }: PlannedField, reference: PlannedReference): void {
    const { entity, count } = reference;
    for (const endpoint of endpointsOf(reference)) this.tree.addFallback(path, endpoint, count, 0, 1);
    for (const { list, calls, furtherPages, levels } of this.batches.addFallback(entity, count))
      this.tree.addFallback(path, list, calls, furtherPages, levels);
  }

  #fields(selection: Selection, on: PlannedValues, path: string, expected: ExpectedValues): void {
    for (const compiled of selection.fields) this.#below.add(() => this.#field(compiled, on, path, expected));
  }

  #field(compiled: CompiledField, on: PlannedValues, above: string, expected: ExpectedValues): void {
    const path = above === '' ? compiled.key : `${above}.${compiled.key}`;
    if (this.#reportsRejections) this.tree.reject(path, this.#args.rejections(compiled));
    const args = this.#args.ifValid(compiled);
    if (args === undefined) return;
    const field = { compiled, args, path, isByAlias: isByAlias(compiled, args), parents: on.count, expected };
    const kind = compiled.definition?.kind;
    if (kind === undefined) this.atHand(field, on);
    else kind.plan(field, on, this);
  }
}

/** The endpoints that may return a record of the kind. */
function endpointsOf({ entity, endpoints }: PlannedReference): readonly Endpoint[] {
  const reads = readsOf(entity);
  return endpoints.filter((endpoint) => reads.includes(endpoint));
}

function product(count: number | undefined, each: number | undefined): number | undefined {
  return count === undefined || each === undefined ? undefined : count * each;
}

/** An alternative look-up is by another name, unless it gives the id. */
function isByAlias({ definition }: CompiledField, args: FieldArguments): boolean {
  return definition?.alternatives.some((name) => (args[name] as { id?: unknown } | null)?.id == null) ?? false;
}
