import type { ItemOf, ListEndpoint, PathOf } from '../contract/endpoint.ts';
import type { Entity, Key, RecordOf } from '../contract/entity.ts';
import { groupBy } from '../contract/group-by.ts';
import { memoize } from '../contract/memoize.ts';
import { maxLookupPages } from '../data/pagination-guard.ts';
import { lastOf, Reference } from '../data/reference.ts';
import {
  type Connection,
  type ConnectionArguments,
  checkWindow,
  connectionFrom,
  noItems,
  readFirst,
  windowOf,
} from '../relay/connection.ts';
import { ArrayList, pagesOf, RestList } from '../relay/rest-list.ts';
import { checkPath, objectsIn } from './contract-checks.ts';
import { type Field, FieldKind } from './field-kind.ts';
import { type FieldArguments, type FieldContext, type FieldView, selectionIn } from './field-view.ts';
import { planWindow } from './plan-window.ts';
import { arrivedValues, type PlannedField, type PlannedValues, type Planner } from './planner.ts';
import type { SampleSource } from './sample-source.ts';

interface EmbeddedList {
  readonly list: ListEndpoint;
  /** The items in the parent's record; left out where no record holds them. */
  items?(record: object): readonly object[] | undefined;
  /** The path of `list`; the parent's key, unless said otherwise. */
  path?(record: object): Key;
  /** The REST id of the parent that an item of the list belongs to. */
  parentOf(item: never): string | null | undefined;
}

/** A connection over whole records that the parent's record holds, read from a list where it came without them. */
export class EmbeddedConnectionField extends FieldKind {
  override readonly hasWindow = true;
  readonly entity: Entity;
  readonly embedded: EmbeddedList;
  /** The items of a page by the parent that they belong to: many parents may have theirs in one. */
  readonly #byParent: (page: readonly object[]) => ReadonlyMap<unknown, readonly object[]>;

  constructor(entity: Entity, embedded: EmbeddedList) {
    super([embedded.list]);
    this.entity = entity;
    this.embedded = embedded;
    this.#byParent = memoize((page) => groupBy(page, embedded.parentOf as (item: object) => unknown));
  }

  override checkWindow(args: FieldArguments): void {
    checkWindow(args);
  }

  override needsRecord(): boolean {
    return true;
  }

  async resolve(parent: Reference, args: FieldArguments, field: FieldView, context: FieldContext): Promise<Connection> {
    const { entity } = this;
    const record = parent.record ?? (await parent.load(context.cache));
    const { key, source } = parent;
    const inner = objectsIn(this.embedded.items?.(record), source, field.field.name);
    const all = inner ?? (await this.#itemsOfList(parent, record, field, context));
    const items = entity.isMixed ? all.filter((item) => entity.includes(item)) : all;
    context.rest.listSizes.note(this, items.length);
    const list = new ArrayList(`${parent.entity.name} ${Object.values(key).join('/')} ${entity.name}`, items);
    const requested = windowOf(args, list);
    const window = selectionIn(field)?.needsItems === false ? noItems : requested;
    return connectionFrom<object, Reference>((await readFirst(list, window)).take(), list, window, {
      toNode: (item) => Reference.of(entity, key, item, inner === undefined ? this.embedded.list : source),
    });
  }

  async #itemsOfList(
    { key, source }: Reference,
    record: object,
    { field }: FieldView,
    { cache }: FieldContext,
  ): Promise<object[]> {
    const path = this.#listPath(key, record, source, field.name);
    const parent = lastOf(key);
    const found: object[] = [];
    for await (const page of pagesOf(new RestList(this.embedded.list, path, undefined, cache))) {
      for (const item of this.#byParent(page as readonly object[]).get(parent) ?? []) found.push(item);
    }
    return found;
  }

  /** The path of the list that has the items. Throws UPSTREAM_CONTRACT where the parent's record does not tell it. */
  #listPath(key: Key, record: object, source: Reference['source'], field: string): Key {
    const path = this.embedded.path?.(record);
    if (path === undefined) return key;
    checkPath(path, source, field);
    return path;
  }

  /** A call is made where the service left the items out, or where no record holds them. */
  override plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    const reach = planWindow(field, this.endpoints[0]);
    const request = {
      endpoints: this.endpoints,
      count: on.count,
      start: on.arrived,
      maxPages: maxLookupPages,
      isShared: true,
    };
    let { arrived } = on;
    if (this.embedded.items === undefined) arrived = planner.calls(field, request);
    else planner.fallback(field, request);
    planner.below(field, { ...arrivedValues(on.count, arrived), items: reach.items, lists: { kind: this, count: 1 } });
  }

  sample(parent: Reference, samples: SampleSource): unknown[] {
    const { list, items, path, parentOf } = this.embedded;
    items?.(parent.record ?? {});
    path?.(parent.record ?? {});
    const toNode = (item: unknown) => {
      parentOf(item as never);
      return null;
    };
    return [samples.connection(list, { toNode })];
  }
}

/** Where an embedded list is read from when the record came without it: the list of all, and the REST id of each one's parent. */
interface Fallback<O extends ListEndpoint> {
  list: O;
  parentOf: (item: ItemOf<O>) => string | null | undefined;
}

/** A connection over the whole records that the parent's record holds. */
export function embeddedConnection<E extends Entity, Target extends Entity, O extends ListEndpoint>(
  target: Target,
  items: (record: RecordOf<E>) => RecordOf<Target>[] | undefined,
  { list, parentOf }: Fallback<O>,
): Field<Reference<E>, ConnectionArguments, Connection<RecordOf<Target>, Reference<Target>>, EmbeddedConnectionField> {
  return new EmbeddedConnectionField(target, { list, items, parentOf });
}

/** A connection over the items of `list`, at a path that the parent's record tells, which belong to the parent. */
export function connectionWithin<E extends Entity, Target extends Entity, O extends ListEndpoint>(
  target: Target,
  path: (record: RecordOf<E>) => PathOf<O>,
  { list, parentOf }: Fallback<O>,
): Field<Reference<E>, ConnectionArguments, Connection<RecordOf<Target>, Reference<Target>>, EmbeddedConnectionField> {
  return new EmbeddedConnectionField(target, { list, path, parentOf });
}
