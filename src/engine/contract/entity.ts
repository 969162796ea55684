import {
  type ItemOf,
  type ListOperation,
  type Operation,
  type PathOf,
  pathParams,
  type ResultOf,
} from './operation.ts';
import { segmentProblem } from './path-segment.ts';

/** The path parameters that identify a record: `{ organizationId, siteId }` for a site. */
export type Key = Readonly<Record<string, string>>;

/**
 * A kind of record with a key: the paths that return it, and the lists that contain it. A page and a file are in a
 * space's content or in a change request's, so they have two paths.
 */
export interface Entity<Name extends string = string, KeyType extends Key = Key, Rec extends object = object> {
  /** The name of its GraphQL type. */
  readonly name: Name;
  /** Whether its records have a global id. */
  readonly hasGlobalId: boolean;
  /** The names of the key's parts, one list for each path that a record can have. */
  readonly keyShapes: readonly (readonly string[])[];
  /** The operations at the record's own path. The first GET among them fetches it. */
  readonly operations: readonly [Operation, ...Operation[]];
  /** The lists that hold every record of their parent: what they do not hold does not exist. */
  readonly lists: readonly ListOperation[];
  /** The value of the path's last parameter, read from the record; undefined where the record has none. */
  idOf(record: Rec): string | undefined;
  /** Whether a key's last part names the record in another way than its id does: a change request by its number. */
  isAlias(id: string): boolean;
  /** Whether a record can be named in another way than by its id. */
  readonly hasAliases: boolean;
  /** Whether its lists also hold records of other kinds. */
  readonly isMixed: boolean;
  /** Whether an item of its lists is a record of this kind: `object` tells kinds apart. */
  includes(record: object): boolean;
  /** Whole records of other kinds inside a record. */
  embedded(record: Rec): readonly Records[];
  /** Types of the key and the record; there is no such property. */
  readonly '~types'?: { readonly key: KeyType; readonly record: Rec };
}

/** Whole records of one kind. Entries may be missing, as the service may leave them out. */
export type Records = readonly [entity: Entity, records: readonly (object | null | undefined)[] | undefined];

export type KeyOf<E extends Entity> = NonNullable<E['~types']>['key'];
export type RecordOf<E extends Entity> = NonNullable<E['~types']>['record'];

interface EntityOptions<Rec extends object> {
  /** `id` unless said otherwise. */
  idOf?: (record: Rec) => string | undefined;
  isAlias?: (id: string) => boolean;
  /** The record's `object`, where the lists also hold records of other kinds. */
  object?: string;
  embedded?: (record: Rec) => readonly Records[];
  /** True unless said otherwise. */
  hasGlobalId?: boolean;
}

type PathOfEach<O> = O extends Operation ? PathOf<O> : never;
type RecordIn<Operations extends readonly Operation[], Lists extends readonly ListOperation[]> = Extract<
  ResultOf<Operations[0]> extends undefined ? ItemOf<Lists[number]> : NonNullable<ResultOf<Operations[0]>>,
  object
>;

/** Defines a kind of record and registers its lists and its name. Throws a TypeError if the name is taken. */
export function entity<
  const Name extends string,
  const Operations extends readonly [Operation, ...Operation[]],
  const Lists extends readonly ListOperation[],
>(
  name: Name,
  operations: Operations,
  lists: Lists,
  options: EntityOptions<RecordIn<Operations, Lists>> = {},
): Entity<Name, PathOfEach<Operations[number]>, RecordIn<Operations, Lists>> {
  type Rec = RecordIn<Operations, Lists>;
  if (entitiesByName.has(name)) throw new TypeError(`Two entities are named ${name}.`);
  const { idOf = (record: { id?: unknown }) => record.id as string | undefined, object } = options;
  const self: Entity<Name, PathOfEach<Operations[number]>, Rec> = {
    name,
    hasGlobalId: options.hasGlobalId ?? true,
    operations,
    lists,
    keyShapes: operations.map(({ path }) => pathParams(path)),
    idOf,
    isAlias: options.isAlias ?? (() => false),
    hasAliases: options.isAlias !== undefined,
    isMixed: object !== undefined,
    includes: object === undefined ? () => true : (record) => isKind(record, object),
    embedded: options.embedded ?? (() => []),
  };
  for (const list of lists) contains(list, ({ items }) => [[self, items as object[]]]);
  for (const operation of operations) entitiesByOperation.set(operation, self);
  entitiesByName.set(name, self);
  return self;
}

function isKind(record: { object?: unknown }, kind: string): boolean {
  return record.object === undefined || record.object === kind;
}

const entitiesByName = new Map<string, Entity>();

/** The entity whose GraphQL type has that name. */
export function entityNamed(name: string): Entity | undefined {
  return entitiesByName.get(name);
}

/** The same, if its records have a global id. */
export function identifiedEntity(name: string): Entity | undefined {
  const entity = entitiesByName.get(name);
  return entity?.hasGlobalId ? entity : undefined;
}

const entitiesByOperation = new WeakMap<Operation, Entity>();

/** The entity whose own path an operation has. */
export function entityAt(operation: Operation): Entity | undefined {
  return entitiesByOperation.get(operation);
}

type Contents = (result: never) => readonly Records[];
const contents = new WeakMap<Operation, Contents>();

/** Registers that an operation's result contains whole records, so that they need not be fetched again. */
export function contains<O extends Operation>(
  operation: O,
  records: (result: NonNullable<ResultOf<O>>) => readonly Records[],
): void {
  contents.set(operation, records);
}

/** The whole records that an operation's result contains; undefined where it contains none. */
export function recordsIn(operation: Operation): ((result: unknown) => readonly Records[]) | undefined {
  return contents.get(operation) as ((result: unknown) => readonly Records[]) | undefined;
}

/** Whether an operation returns an entity's whole record, as those at its path do: a write need not be followed by a read. */
export function returnsRecord({ result }: Operation, { operations }: Entity): boolean {
  return result !== undefined && operations.some((one) => one.result === result);
}

/** The operations that may return an entity's record: its GETs, or else the lists that hold all records. */
export function readsOf({ operations, lists }: Entity): readonly Operation[] {
  const gets = operations.filter(({ method }) => method === 'GET');
  return gets.length > 0 ? gets : lists;
}

/** The key of a record below `base`; undefined where the record has no id, or one that no path can contain. */
export function keyIn(type: Entity, base: Key, record: object): Key | undefined {
  const id: unknown = type.idOf(record);
  if (typeof id !== 'string' || segmentProblem(id) !== undefined) return undefined;
  const names = shapeFor(type, base);
  const last = names.length - 1;
  const key: Record<string, string> = {};
  for (let i = 0; i < last; i++) key[names[i] as string] = base[names[i] as string] as string;
  key[names[last] as string] = id;
  return key;
}

/** The longest key whose parents are in `base`, for a record that can have several parents. */
function shapeFor({ keyShapes }: Entity, base: Key): readonly string[] {
  let best = keyShapes[0] as readonly string[];
  for (let i = 1; i < keyShapes.length; i++) {
    const shape = keyShapes[i] as readonly string[];
    if (shape.length > best.length && shape.slice(0, -1).every((name) => name in base)) best = shape;
  }
  return best;
}
