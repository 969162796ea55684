import type { Endpoint, ItemOf, ListEndpoint } from '../contract/endpoint.ts';
import type { Entity } from '../contract/entity.ts';
import type { Context } from '../data/context.ts';
import { maxLookupPages } from '../data/pagination-guard.ts';
import { type PrefetchedField, Reference } from '../data/reference.ts';
import type { OperationLimits } from '../document/default-limits.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import { contractBroken } from '../http/errors.ts';
import { type Connection, type ConnectionArguments, checkWindow, defaultFirst } from '../relay/connection.ts';
import { globalId } from '../relay/global-id.ts';
import { type MergedConnection, type MergedItem, mergeItems } from '../relay/merged-connection.ts';
import { decodeOrderCursor, type ItemOrder, parseOrderCursor } from '../relay/order-cursor.ts';
import { RestList, readWhole } from '../relay/rest-list.ts';
import { stepLength } from '../relay/sort-in-steps.ts';
import { runInTurns } from '../turns/event-loop-turn.ts';
import { type ArgumentRules, checkIds } from './argument-checks.ts';
import { ConnectionField } from './connection.ts';
import { type ConnectionFunctions, itemFunctions, type ListRequest } from './connection-functions.ts';
import { objectsIn } from './contract-checks.ts';
import type { Field, PrefetchedItems, RequestOf } from './field-kind.ts';
import type { ArgumentCheck, FieldArguments, FieldContext, FieldView } from './field-view.ts';
import { allInOrder, fingerprintOf, permittedInOrder, readable, timeOf, tooManyLists } from './merged-lists.ts';
import { arrivedValues, later, type PlannedField, type PlannedValues, type Planner } from './planner.ts';
import { callOf, type RequestFunction } from './request.ts';
import type { SampleSource } from './sample-source.ts';

interface MergeFunctions {
  /** Whether the arguments ask for several lists as one; if not, the field is a connection over one list. */
  isMerged(args: unknown): boolean;
  /** How many lists are merged at most for each item of `source`, or without one. Throws BAD_USER_INPUT. */
  listsOfEach(args: unknown): number;
  /** The lists. Those that a call of `source` finds may be gone by the time they are read, or not permitted: the others are merged. */
  lists(parent: unknown, args: unknown, context: Context): ListRequest[] | Promise<ListRequest[]>;
  orderOf(args: unknown): ItemOrder;
  /** The list that is read for what is merged. */
  readonly source: Endpoint | undefined;
  /** The records that `source` lists, which have the lists. */
  readonly parents?: Entity;
}

/**
 * A Relay connection over several lists in one order. REST promises no order of theirs, so that each is read whole, in pages of
 * the largest size, for each window.
 */
export class MergedConnectionField extends ConnectionField {
  readonly #list: ListEndpoint;
  readonly #entity: Entity;
  readonly #merge: MergeFunctions;

  constructor(list: ListEndpoint, entity: Entity, functions: ConnectionFunctions, merge: MergeFunctions) {
    super(merge.source === undefined ? [list] : [merge.source, list], functions);
    this.#list = list;
    this.#entity = entity;
    this.#merge = merge;
  }

  override argumentCheck(alternatives: readonly string[], rules: ArgumentRules): ArgumentCheck {
    const checkSingle = super.argumentCheck(alternatives, rules);
    return (args) => {
      if (!this.#merge.isMerged(args)) return checkSingle(args);
      checkIds(args, rules);
      this.#merge.listsOfEach(args);
    };
  }

  override checkWindow(args: FieldArguments): void {
    if (!this.#merge.isMerged(args)) {
      super.checkWindow(args);
      return;
    }
    const { first, after } = args as ConnectionArguments;
    checkWindow({ first });
    if (after != null) parseOrderCursor(after);
  }

  protected override open(
    parent: Reference,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
  ): (PrefetchedField & PrefetchedItems) | undefined {
    const merge = this.#merge;
    if (!merge.isMerged(args)) return super.open(parent, args, field, context);
    if (this.functions.isOfUser && context.userId === undefined) return undefined;
    const listsOfEach = merge.listsOfEach(args);
    const fingerprint = fingerprintOf(parent, args, field);
    const { first, after } = args as ConnectionArguments;
    const window = {
      first: first ?? defaultFirst,
      after: after == null ? undefined : decodeOrderCursor(fingerprint, after),
    };
    if (listsOfEach === 0) return undefined;
    const found = merge.lists(parent, args, context);
    const lists = found instanceof Promise ? found : readable(found, context);
    if (!(lists instanceof Promise) && lists.length === 0) return undefined;
    const order = merge.orderOf(args);
    const read = async () => {
      const items = await this.#read(await lists, order, context);
      return runInTurns(mergeItems(items, order, window, fingerprint), context.rest.turnOwner);
    };
    return new OpenedMerge(read());
  }

  async #read(
    requests: readonly ListRequest[],
    order: ItemOrder,
    context: FieldContext,
  ): Promise<MergedItem<object, Reference>[][]> {
    const lists = readable(requests, context);
    const { maxListPages } = context.limits;
    if (lists.length > maxListPages) throw tooManyLists(lists.length, maxListPages);
    const reading = lists.map((request) => this.#itemsOf(request, order, context));
    return this.#merge.source === undefined ? allInOrder(reading) : permittedInOrder(reading);
  }

  async #itemsOf(request: ListRequest, order: ItemOrder, { cache, rest }: FieldContext) {
    const { endpoint, path, query } = request;
    const items = await readWhole(new RestList(endpoint, path, query, cache));
    const found = objectsIn(items as object[], endpoint, 'items') ?? [];
    return runInTurns(this.#mergedSteps(found, request, order), rest.turnOwner);
  }

  *#mergedSteps(
    items: readonly object[],
    request: ListRequest,
    order: ItemOrder,
  ): Generator<void, MergedItem<object, Reference>[], void> {
    const merged: MergedItem<object, Reference>[] = [];
    for (const item of items) {
      merged.push(this.#merged(item, request, order));
      if (merged.length % stepLength === 0) yield;
    }
    return merged;
  }

  #merged(item: object, { endpoint, path }: ListRequest, { field }: ItemOrder): MergedItem<object, Reference> {
    const node = Reference.of(this.#entity, path, item, endpoint);
    const value = timeOf(Reflect.get(item, field));
    if (Number.isNaN(value)) throw contractBroken(endpoint, field, 'has a value that is no DateTime');
    return { item, position: { value, id: globalId(node.entity, node.key) }, toNode: () => node };
  }

  override plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    const { args } = field;
    if (!this.#merge.isMerged(args)) super.plan(field, on, planner);
    else if (this.#isValid(args)) this.#planLists(field, on, planner);
  }

  #planLists(field: PlannedField, on: PlannedValues, planner: Planner): void {
    const { args } = field;
    const { source } = this.#merge;
    const maxPages = Math.min(planner.limits.maxListPages, maxLookupPages);
    const { count } = on;
    const call = (endpoint: Endpoint, calls: number | undefined, start = on.keysKnown, expectedEach?: number) =>
      planner.calls(field, { endpoints: [endpoint], count: calls, start, maxPages, expectedEach });
    const each = this.#merge.listsOfEach(args);
    if (each === 0) return;
    const lists = this.#plannedLists(each, planner.limits);
    const start = source === undefined ? on.keysKnown : call(source, count);
    const expected = source === undefined ? lists : planner.expectedSize(field, source, lists / each) * each;
    const end = call(this.#list, count === undefined ? undefined : count * lists, start, expected);
    const { first } = args as ConnectionArguments;
    planner.below(field, {
      ...arrivedValues(count, later(on.arrived, end)),
      items: first ?? defaultFirst,
      lists: { kind: this.#list, count: expected, parents: this.#merge.parents },
    });
  }

  #plannedLists(each: number, { maxListPages }: OperationLimits): number {
    return this.#merge.source === undefined ? Math.min(each, maxListPages) : maxListPages;
  }

  #isValid(args: FieldArguments): boolean {
    try {
      this.#merge.listsOfEach(args);
      return true;
    } catch {
      return false;
    }
  }

  override sample(_parent: unknown, samples: SampleSource): unknown[] {
    const endpoint = this.#list;
    const request = { endpoint, path: samples.path(endpoint), query: {} };
    const { toNode } = this.functions;
    return [samples.connection(endpoint, { toNode: (item) => toNode(item, request) })];
  }
}

/** A merged connection whose lists are being read. */
class OpenedMerge implements PrefetchedField, PrefetchedItems {
  readonly response: Promise<MergedConnection<object, Reference>>;
  origin: CallOrigin | undefined = undefined;
  isClaimed = false;

  constructor(response: Promise<MergedConnection<object, Reference>>) {
    this.response = response;
  }

  result(): Promise<Connection<object, Reference>> {
    this.isClaimed = true;
    return this.response;
  }

  async nodes(): Promise<readonly unknown[]> {
    return (await this.response).nodes;
  }
}

interface MergeOptions<O extends ListEndpoint, Parent, Args> {
  /** The requests of the lists that are merged. */
  requests: (parent: Parent, args: Args) => RequestOf<NoInfer<O>>[];
  isMerged: (args: Args) => boolean;
  orderOf: (args: Args) => ItemOrder;
  listsOfEach: (args: Args) => number;
}

/** A connection over one list, or over several lists that the arguments name, in one order. */
export function mergeableConnection<O extends ListEndpoint, E extends Entity, Parent, Args extends ConnectionArguments>(
  list: O,
  request: RequestFunction<O, Parent, Args>,
  entity: E,
  { requests, ...merge }: MergeOptions<O, Parent, Args>,
  options: Pick<ConnectionFunctions, 'count'> = {},
): Field<Parent, Args, Connection<ItemOf<O>, Reference<E>>, MergedConnectionField> {
  const functions = {
    request: (parent: Parent, args: Args) => callOf(list, request(parent, args)),
    place: 'below' as const,
    ...itemFunctions([list], entity),
    ...options,
  };
  const lists = (parent: Parent, args: Args) => requests(parent, args).map((one) => callOf(list, one));
  return new MergedConnectionField(list, entity, functions, { source: undefined, ...merge, lists });
}

interface SourceOptions<O extends ListEndpoint, Parent, Args> {
  /** The list of the client's user that tells which lists are merged. */
  source: ListEndpoint;
  /** The records that it lists. */
  parents: Entity;
  requests: (parent: Parent, args: Args, context: Context) => Promise<RequestOf<NoInfer<O>>[]>;
  orderOf: (args: Args) => ItemOrder;
  /** How many lists each item of the source has. Throws BAD_USER_INPUT for invalid arguments. */
  listsOfEach: (args: Args) => number;
}

/** A connection over lists that a list of the client's user tells, in one order; null where that user is not known. */
export function mergedConnectionOfUser<
  O extends ListEndpoint,
  E extends Entity,
  Parent,
  Args extends ConnectionArguments,
>(
  list: O,
  entity: E,
  { requests, ...merge }: SourceOptions<O, Parent, Args>,
): Field<Parent, Args, Connection<ItemOf<O>, Reference<E>> | null, MergedConnectionField> {
  const functions = {
    request: (): never => {
      throw new TypeError('A merged connection has no single list.');
    },
    place: 'below' as const,
    isOfUser: true,
    ...itemFunctions([list], entity),
  };
  const lists = async (parent: Parent, args: Args, context: Context) =>
    (await requests(parent, args, context)).map((one) => callOf(list, one));
  return new MergedConnectionField(list, entity, functions, { isMerged: () => true, ...merge, lists });
}
