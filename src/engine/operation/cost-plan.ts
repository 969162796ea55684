import { type Entity, entityNamed, readsOf, returnsRecord } from '../contract/entity.ts';
import type { Operation } from '../contract/operation.ts';
import { hasNoValue } from '../data/cached-read.ts';
import { type EmbeddedConnectionSpec, type FieldArguments, type FieldSpec, isBelowParent } from '../fields/spec.ts';
import { type ConnectionArguments, reachOf } from '../relay/connection.ts';
import { OperationArguments } from './arguments.ts';
import { CallTree, type Moment, type Plan } from './call-tree.ts';
import { type CompiledField, type CompiledOperation, type Selection, selectionsOf } from './compiled-operation.ts';
import { defaultLimits, type OperationLimits } from './default-limits.ts';
import type { Variables } from './document-facts.ts';

/**
 * Plans the REST calls of an operation for its variables. It is the worst case of a service that keeps its contract: every
 * list is as long as requested, every record exists, none is read twice, and no look-ups are batched. Lists of unknown
 * length, like page trees, have no bound. Throws OPERATION_TOO_EXPENSIVE for an operation of too many fields.
 */
export function planCalls(
  compiled: CompiledOperation,
  variables: Variables,
  limits: OperationLimits = defaultLimits,
): Plan {
  return new Planner(variables, limits).plan(compiled);
}

/** The number of calls in an operation's plan, without those that nothing bounds. Throws as `planCalls` does. */
export function countPlannedCalls(
  compiled: CompiledOperation,
  variables: Variables,
  limits: OperationLimits = defaultLimits,
): number {
  return new Planner(variables, limits).count(compiled);
}

/** Values at one path of the response, before any of them has arrived. */
interface Values {
  /** How many there are at most; undefined where nothing bounds it. */
  readonly times: number | undefined;
  /** When their keys are known: calls that need nothing else start then. */
  readonly known: Moment;
  /** When they have arrived, with their records if those are needed. */
  readonly arrived: Moment;
  /** Whether their records have arrived by then. */
  readonly hasRecord: boolean;
  /** The operation that returns the record, where it is called for these very values. */
  readonly reader?: Operation | undefined;
  /** The most items of a connection. */
  readonly items?: number | undefined;
  /** The write whose payload it is. */
  readonly write?: Operation | undefined;
  readonly owner?: Values | undefined;
}

/** A field with its arguments and the path of its response name. */
interface PlannedField {
  readonly compiled: CompiledField;
  readonly args: FieldArguments;
  readonly path: string;
}

class Planner {
  readonly #args: OperationArguments;
  readonly #tree = new CallTree();
  readonly #limits: OperationLimits;

  constructor(variables: Variables, limits: OperationLimits) {
    this.#limits = limits;
    this.#args = new OperationArguments(variables);
  }

  plan(compiled: CompiledOperation): Plan {
    this.#operation(compiled);
    return this.#tree.plan;
  }

  count(compiled: CompiledOperation): number {
    this.#operation(compiled);
    return this.#tree.boundedCalls;
  }

  #operation({ operation, root }: CompiledOperation): void {
    for (const compiled of root().fields) {
      // Mutations follow one another, each with all that is selected on it; queries start together.
      const start = { level: operation.operation === 'mutation' ? this.#tree.levels : 0, next: this.#tree.roots };
      this.#field(compiled, { times: 1, known: start, arrived: start, hasRecord: true }, '');
    }
  }

  #fields(selection: Selection, on: Values, path: string): void {
    for (const compiled of selection.fields) this.#field(compiled, on, path);
  }

  #field(compiled: CompiledField, on: Values, above: string): void {
    const args = this.#args.ifValid(compiled);
    if (args === undefined) return;
    const path = above === '' ? compiled.key : `${above}.${compiled.key}`;
    const field = { compiled, args, path };
    const spec = compiled.definition?.spec;
    switch (spec?.kind) {
      case 'lookup':
        this.#reference(spec.entity, this.#readBy(field, spec, true), on, on.known);
        break;
      case 'nodes':
        this.#nodes(field, spec, on);
        break;
      case 'toOne': {
        const start = spec.from === 'key' ? on.known : on.arrived;
        for (const entity of spec.entities) this.#reference(entity, this.#readBy(field, spec, false), on, start);
        break;
      }
      case 'connection':
        this.#connection(field, spec, on);
        break;
      case 'value':
        this.#value(field, spec, on, on.known);
        break;
      case 'derived':
      case 'action':
        this.#value(field, spec, on, on.arrived);
        break;
      case 'embeddedConnection':
        this.#embedded(field, spec, on);
        break;
      case 'owner':
        this.#owner(field, spec, on);
        break;
      default:
        this.#atHand(field, on);
    }
  }

  #value(field: PlannedField, spec: FieldSpec, on: Values, start: Moment): void {
    const { operations } = spec;
    const isPlain = hasNoValue(field.args);
    // What the record's own call returns is not read again.
    if (isPlain && on.reader !== undefined && operations.includes(on.reader)) return;
    if (operations.length === 0) {
      this.#atHand(field, on);
      return;
    }
    const end = this.#tree.add(field.path, operations, { times: on.times, start });
    const arrived = later(on.arrived, end);
    const write = spec.kind === 'action' ? spec.operation : undefined;
    this.#below(field, { times: on.times, known: arrived, arrived, hasRecord: true, write });
  }

  #connection(field: PlannedField, { operations }: FieldSpec, on: Values): void {
    const reach = reachIn(field);
    if (reach === undefined) return;
    const needsItems = selectionsOf(field.compiled.shape).some((selection) => selection.needsItems);
    const end = this.#tree.add(field.path, operations, {
      times: on.times,
      start: on.known,
      pages: needsItems ? reach.pages : 1,
    });
    const arrived = later(on.arrived, end);
    this.#below(field, { times: on.times, known: arrived, arrived, hasRecord: true, items: reach.items });
  }

  /** Items in the parent's record: a call is made only where the service left them out, or where no record holds them. */
  #embedded(field: PlannedField, { items, operations }: EmbeddedConnectionSpec, on: Values): void {
    const reach = reachIn(field);
    if (reach === undefined) return;
    const { times, arrived: start } = on;
    const arrived = items === undefined ? this.#tree.add(field.path, operations, { times, start }) : start;
    this.#below(field, { ...atHand({ ...on, arrived }), items: reach.items });
  }

  /** What comes with its parent. Only a write's payload refers to records that it does not hold. */
  #atHand(field: PlannedField, on: Values): void {
    const { compiled, path } = field;
    const entity = compiled.shape.kind === 'object' ? entityNamed(compiled.shape.type.name) : undefined;
    if (on.write !== undefined && entity !== undefined && !returnsRecord(on.write, entity)) {
      const readBy = { compiled, path, operations: readsOf(entity), confirm: false, isByAlias: false };
      this.#reference(entity, readBy, on, on.arrived);
    } else {
      this.#below(field, { ...atHand(on), items: on.items });
    }
  }

  #below({ compiled, path }: PlannedField, values: Values): void {
    const { shape } = compiled;
    const isList = shape.kind === 'list';
    const on = isList ? { ...values, times: product(values.times, values.items), items: undefined } : values;
    for (const selection of selectionsOf(shape)) this.#fields(selection, on, path);
  }

  #nodes(field: PlannedField, spec: FieldSpec & { kind: 'nodes' }, on: Values): void {
    const counts = new Map<Entity, number>();
    const ids = spec.ids(field.args);
    // The field is rejected.
    if (ids.length > this.#limits.maxNodeIds) return;
    for (const id of new Set(ids)) {
      const entity = spec.entityOf(id);
      if (entity !== undefined) counts.set(entity, (counts.get(entity) ?? 0) + 1);
    }
    for (const [entity, count] of counts) {
      const readBy = { ...this.#readBy(field, spec, true), operations: readsOf(entity) };
      this.#reference(entity, readBy, { ...on, times: product(on.times, count) }, on.known);
    }
  }

  /** How the records that a field refers to are read. */
  #readBy(field: PlannedField, { operations }: FieldSpec, confirm: boolean): ReadBy {
    const { compiled, path } = field;
    return { compiled, path, operations, confirm, isByAlias: isByAlias(field) };
  }

  /** A record by its key: fetched where a field needs it, or where nothing else shows that it exists. */
  #reference(entity: Entity, readBy: ReadBy, on: Values, start: Moment): void {
    const { compiled, path, confirm } = readBy;
    const isByAlias = readBy.isByAlias && entity.hasAliases;
    const selection = selectionsOf(compiled.shape).find(({ type }) => type.name === entity.name);
    if (selection === undefined) return;
    const operations = readBy.operations.filter((operation) => readsOf(entity).includes(operation));
    const isConfirmedBelow = selection.prefetchable.some(({ spec }) => isBelowParent(spec));
    const isFetched = isByAlias || selection.needsRecord || (confirm && !isConfirmedBelow);
    const calls = [...operations, ...entity.lists.filter((list) => !operations.includes(list))];
    const end = isFetched ? this.#tree.add(path, calls, { times: on.times, start }) : undefined;
    const confirmed = confirm ? { level: start.level + 1, next: start.next } : start;
    const arrived = later(on.arrived, end ?? confirmed);
    this.#fields(
      selection,
      {
        times: on.times,
        known: isByAlias ? arrived : start,
        arrived,
        hasRecord: isFetched,
        reader: isFetched && operations.length === 1 ? operations[0] : undefined,
        owner: on,
      },
      path,
    );
  }

  /** What the record of the value's owner holds, which may have arrived already. */
  #owner({ path }: PlannedField, { operations }: FieldSpec, on: Values): void {
    if (on.hasRecord || on.owner === undefined || on.owner.hasRecord) return;
    this.#tree.add(path, operations, { times: on.times, start: on.known });
  }
}

/** How records of one kind are read for a field. */
interface ReadBy {
  readonly compiled: CompiledField;
  readonly path: string;
  readonly operations: readonly Operation[];
  readonly confirm: boolean;
  /** Whether they are looked up by another name than their id: what is below is not requested by it. */
  readonly isByAlias: boolean;
}

function atHand({ times, arrived }: Values): Values {
  return { times, known: arrived, arrived, hasRecord: true };
}

/** The later of two moments; of two at the same time, the other one. */
function later(one: Moment, other: Moment): Moment {
  return other.level >= one.level ? other : one;
}

function product(times: number | undefined, each: number | undefined): number | undefined {
  return times === undefined || each === undefined ? undefined : times * each;
}

/** How far a connection's arguments reach; undefined where they are rejected, and no call is made. */
function reachIn({ args }: PlannedField): { items: number; pages: number } | undefined {
  try {
    return reachOf(args as ConnectionArguments);
  } catch {
    return undefined;
  }
}

/** An alternative look-up is by another name, unless it gives the id. */
function isByAlias({ compiled, args }: PlannedField): boolean {
  return compiled.definition?.alternatives.some((name) => (args[name] as { id?: unknown } | null)?.id == null) ?? false;
}
