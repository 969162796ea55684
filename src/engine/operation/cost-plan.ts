import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isInputObjectType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { answersRecord, type EntityName, entities, readsOf } from '../contract/entity.ts';
import type { Operation } from '../contract/operation.ts';
import { needsRecord, type Planned, plannedBy } from '../fields/field-metadata.ts';
import { GatewayError } from '../http/errors.ts';
import { type ConnectionArguments, itemFields, reachOf } from '../relay/connection.ts';
import { CallTree, type Moment, type Plan } from './call-tree.ts';
import { byResponseName, includedFields, type Scope, type SelectedField, soundArguments } from './selection.ts';

/**
 * Plans an operation for its variables. It is the worst case of a service that keeps its contract: every list is as long
 * as it is asked for, every record exists, none is met twice, and no look-ups are answered together. Lists of unknown
 * length, like page trees, have no bound. Throws OPERATION_TOO_EXPENSIVE where a document spells out too much to be planned.
 */
export function planOf(scope: Scope, operation: OperationDefinitionNode): Plan {
  return new Planner(scope).plan(operation);
}

/** Values of one place in the response, before any of them is there. */
interface Standing {
  /** The most there are; undefined where nothing bounds it. */
  readonly times: number | undefined;
  /** When their keys are known: calls that need nothing else start then. */
  readonly known: Moment;
  /** When they are there, with their records if those are needed. */
  readonly settled: Moment;
  /** Whether their records are there by then. */
  readonly hasRecord: boolean;
  /** The operation that answers the record, where it was asked for this very place. */
  readonly reader?: Operation | undefined;
  /** The most items of a connection. */
  readonly items?: number | undefined;
  /** The write whose payload it is. */
  readonly write?: Operation | undefined;
  readonly owner?: Standing | undefined;
}

/** How many fields are looked at before a document is refused: fragments can spell out more than anyone can answer. */
const mostFields = 5_000;

class Planner {
  readonly #scope: Scope;
  readonly #tree = new CallTree();
  #fields = 0;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  plan(operation: OperationDefinitionNode): Plan {
    const type = this.#scope.schema.getRootType(operation.operation) as GraphQLObjectType;
    const root: FieldNode = { ...rootField, selectionSet: operation.selectionSet };
    for (const [one, nodes] of byResponseName(this.#selected([root], type)).values()) {
      // Mutations follow one another, each with all that is selected on it; queries start together.
      const start = { level: operation.operation === 'mutation' ? this.#tree.levels : 0, next: this.#tree.roots };
      this.#field(one, nodes, { times: 1, known: start, settled: start, hasRecord: true }, '');
    }
    return this.#tree.plan;
  }

  #selected(nodes: readonly FieldNode[], type: GraphQLObjectType): SelectedField[] {
    return includedFields(this.#scope, nodes, type);
  }

  #fieldsOn(type: GraphQLObjectType, nodes: readonly FieldNode[], on: Standing, place: string): void {
    for (const [one, inner] of byResponseName(this.#selected(nodes, type)).values()) {
      this.#field(one, inner, on, place);
    }
  }

  #field(selected: SelectedField, nodes: readonly FieldNode[], on: Standing, above: string): void {
    this.#fields++;
    if (this.#fields > mostFields) {
      const message = `The document selects more than ${mostFields} fields, too many to plan. Ask for less at a time.`;
      throw new GatewayError('OPERATION_TOO_EXPENSIVE', message);
    }
    const args = soundArguments(selected, this.#scope);
    if (args === undefined) return;
    const { alias, name } = selected.node;
    const responseName = alias?.value ?? name.value;
    const place = above === '' ? responseName : `${above}.${responseName}`;
    this.#made({ selected, nodes, args, place, planned: plannedBy(selected.field.resolve) }, on);
  }

  #made(field: PlannedField, on: Standing): void {
    const { planned } = field;
    const start = planned.needs === 'key' && planned.start !== undefined ? on.known : on.settled;
    const { gives } = planned;
    if (gives === 'reference') this.#references(field, on, start);
    else if (gives === 'page') this.#page(field, on, start);
    else if (gives === 'answer' || gives === 'payload') this.#answer(field, on, start);
    else if (gives === 'items') this.#items(field, on);
    else if (gives === 'owner') this.#owner(field, on);
    else this.#atHand(field, on);
  }

  #answer(field: PlannedField, on: Standing, start: Moment): void {
    const { planned, args, place } = field;
    const { calls = [], gives } = planned;
    const isPlain = Object.values(args).every((value) => value == null);
    // What the record's own call tells is not asked for again.
    if (isPlain && on.reader !== undefined && calls.includes(on.reader)) return;
    const answered = this.#tree.add(place, calls, { times: on.times, start });
    const settled = later(on.settled, answered);
    const write = gives === 'payload' ? calls[0] : undefined;
    this.#below(field, { times: on.times, known: settled, settled, hasRecord: true, write });
  }

  #page(field: PlannedField, on: Standing, start: Moment): void {
    const { planned, place, selected } = field;
    const reach = reachIn(field);
    if (reach === undefined) return;
    const type = getNamedType(selected.field.type) as GraphQLObjectType;
    const needsItems = this.#selected(field.nodes, type).some((one) => itemFields.has(one.field.name));
    const answered = this.#tree.add(place, planned.calls ?? [], {
      times: on.times,
      start,
      pages: needsItems ? reach.pages : 1,
    });
    const settled = later(on.settled, answered);
    this.#below(field, { times: on.times, known: settled, settled, hasRecord: true, items: reach.items });
  }

  #items(field: PlannedField, on: Standing): void {
    const reach = reachIn(field);
    if (reach !== undefined) this.#below(field, { ...atHand(on), items: reach.items });
  }

  /** What comes with its parent. Only a write's payload names records that it does not hold. */
  #atHand(field: PlannedField, on: Standing): void {
    const { selected, nodes, place } = field;
    const type = getNamedType(selected.field.type);
    if (on.write !== undefined && isObjectType(type) && isEntity(type.name) && !answersRecord(on.write, type.name)) {
      const reading = { place, nodes, calls: readsOf(type.name), claims: false, isByAlias: false };
      this.#reference(type.name, reading, on, on.settled);
      return;
    }
    this.#below(field, { ...atHand(on), items: on.items });
  }

  #below({ selected, nodes, place }: PlannedField, value: Standing): void {
    const { type } = selected.field;
    const isList = isListType(getNullableType(type));
    const on = isList ? { ...value, times: product(value.times, value.items), items: undefined } : value;
    for (const one of this.#objectTypes(type)) this.#fieldsOn(one, nodes, on, place);
  }

  #objectTypes(type: GraphQLOutputType): readonly GraphQLObjectType[] {
    const named = getNamedType(type);
    if (isObjectType(named)) return [named];
    return isAbstractType(named) ? this.#scope.schema.getPossibleTypes(named) : [];
  }

  #references(field: PlannedField, on: Standing, start: Moment): void {
    const { planned, args, place, nodes, selected } = field;
    const { calls = [], claims = false } = planned;
    const found = planned.finds?.(args as never);
    const kinds = found ?? this.#objectTypes(selected.field.type).map(({ name }) => [name as EntityName, 1] as const);
    for (const [name, count] of kinds) {
      const reads = readsOf(name).filter((operation) => calls.includes(operation));
      const reading = { place, nodes, calls: reads, claims, isByAlias: isByAlias(field) };
      this.#reference(name, reading, { ...on, times: product(on.times, count) }, start);
    }
  }

  /** A record by its key: fetched where a field needs it, or where nothing else shows that it exists. */
  #reference(name: EntityName, reading: Reading, on: Standing, start: Moment): void {
    const { place, nodes, calls, claims, isByAlias } = reading;
    const type = this.#scope.schema.getType(name) as GraphQLObjectType;
    const selected = this.#selected(nodes, type);
    const isShownBelow = selected.some(({ field }) => plannedBy(field.resolve).below !== undefined);
    const isFetched = isByAlias || needsRecord(selected) || (claims && !isShownBelow);
    const shown = claims ? { level: start.level + 1, next: start.next } : start;
    const fetched = isFetched
      ? this.#tree.add(place, [...calls, ...listsFor(name, calls)], { times: on.times, start })
      : undefined;
    const settled = later(on.settled, fetched ?? shown);
    const reader = isFetched && calls.length === 1 ? calls[0] : undefined;
    const known = isByAlias ? settled : start;
    this.#fieldsOn(type, nodes, { times: on.times, known, settled, hasRecord: isFetched, reader, owner: on }, place);
  }

  /** What stands in the record of the value's owner, which may be there already. */
  #owner({ planned, place }: PlannedField, on: Standing): void {
    if (on.hasRecord || on.owner === undefined || on.owner.hasRecord) return;
    this.#tree.add(place, planned.calls ?? [], { times: on.times, start: on.known });
  }
}

/** A selected field with its arguments, and what it says of itself. */
interface PlannedField {
  readonly selected: SelectedField;
  readonly nodes: readonly FieldNode[];
  readonly args: Record<string, unknown>;
  readonly place: string;
  readonly planned: Planned;
}

/** How records of one kind are read for a field. */
interface Reading {
  readonly place: string;
  readonly nodes: readonly FieldNode[];
  readonly calls: readonly Operation[];
  readonly claims: boolean;
  /** Whether they are looked up by another name than their id: what is below can't be asked for by it. */
  readonly isByAlias: boolean;
}

const rootField = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '' } } as const;

function atHand({ times, settled }: Standing): Standing {
  return { times, known: settled, settled, hasRecord: true };
}

/** The later of two moments; of two at the same time, the other one. */
function later(one: Moment, other: Moment): Moment {
  return other.level >= one.level ? other : one;
}

function product(times: number | undefined, each: number | undefined): number | undefined {
  return times === undefined || each === undefined ? undefined : times * each;
}

/** How far a connection's arguments reach; undefined where it refuses them, and makes no call. */
function reachIn({ args }: PlannedField): { items: number; pages: number } | undefined {
  try {
    return reachOf(args as ConnectionArguments);
  } catch {
    return undefined;
  }
}

/** An alternative look-up is by another name, unless it gives the id. */
function isByAlias({ selected, args }: PlannedField): boolean {
  return selected.field.args.some(({ name, type }) => {
    const named = getNamedType(type);
    return isInputObjectType(named) && named.isOneOf && (args[name] as { id?: unknown } | null)?.id == null;
  });
}

function isEntity(name: string): name is EntityName {
  return Object.hasOwn(entities, name);
}

/** The lists that may answer several look-ups of single records at once. */
function listsFor(name: EntityName, calls: readonly Operation[]): Operation[] {
  return entities[name].whole.filter((list) => !calls.includes(list));
}
