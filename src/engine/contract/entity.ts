import { memoize } from './memoize.ts';
import type {
  Endpoint,
  Entity,
  ItemOf,
  Key,
  ListEndpoint,
  PathOf,
  RecordFinder,
  Records,
  RestContract,
  ResultOf,
} from './model.ts';
import type { Page } from './page-format.ts';
import { segmentProblem } from './path-segment.ts';

export type { Entity, Key, KeyOf, RecordOf, Records } from './model.ts';

interface EntityOptions<Rec extends object> {
  /** The dialect's id field unless said otherwise. */
  idOf?: (record: Rec) => string | undefined;
  isAlias?: (id: string) => boolean;
  aliasesOf?: (record: Rec) => readonly string[];
  /** The value of the dialect's kind field, where the lists also hold records of other kinds. */
  kind?: string;
  embedded?: (record: Rec) => readonly Records[];
  /** True unless said otherwise. */
  hasGlobalId?: boolean;
}

type PathOfEach<O> = O extends Endpoint ? PathOf<O> : never;
type RecordIn<Endpoints extends readonly Endpoint[], Lists extends readonly ListEndpoint[]> = Extract<
  ResultOf<Endpoints[0]> extends undefined ? ItemOf<Lists[number]> : NonNullable<ResultOf<Endpoints[0]>>,
  object
>;

/**
 * Defines a kind of record in the contract of its endpoints. Throws a TypeError if the name is taken, and for endpoints of
 * several contracts.
 */
export function entity<
  const Name extends string,
  const Endpoints extends readonly [Endpoint, ...Endpoint[]],
  const Lists extends readonly ListEndpoint[],
>(
  name: Name,
  endpoints: Endpoints,
  lists: Lists,
  options: EntityOptions<RecordIn<Endpoints, Lists>> = {},
): Entity<Name, PathOfEach<Endpoints[number]>, RecordIn<Endpoints, Lists>> {
  type Rec = RecordIn<Endpoints, Lists>;
  const contract = contractOf(name, [...endpoints, ...lists]);
  const { record } = contract.dialect;
  const { kind } = options;
  const self: Entity<Name, PathOfEach<Endpoints[number]>, Rec> = {
    name,
    contract,
    hasGlobalId: options.hasGlobalId ?? true,
    endpoints,
    lists,
    keyShapes: endpoints.map(({ pathParams }) => pathParams),
    idOf: options.idOf ?? ((one: JsonRecord) => one[record.id] as string | undefined),
    isAlias: options.isAlias ?? (() => false),
    aliasesOf: options.aliasesOf ?? (() => []),
    hasAliases: options.isAlias !== undefined,
    isMixed: kind !== undefined,
    includes: kind === undefined ? () => true : kindTest(record.kind, kind),
    embedded: options.embedded ?? (() => []),
  };
  contract.addEntity(self);
  const { pageFormat } = contract;
  for (const one of lists) contract.addRecords(one, (page) => [[self, pageFormat.itemsOf(page as Page<object>)]]);
  return self;
}

function contractOf(name: string, [first, ...others]: readonly Endpoint[]): RestContract {
  if (first === undefined || others.some(({ contract }) => contract !== first.contract)) {
    throw new TypeError(`The endpoints of ${name} belong to several contracts.`);
  }
  return first.contract;
}

/** A record as JSON: what TypeScript knows of it is what the contract says. */
type JsonRecord = { [Name in string]?: unknown };

/** A record without a kind is taken for one of the wanted kind. */
function kindTest(field: string, kind: string) {
  return (record: JsonRecord) => record[field] === undefined || record[field] === kind;
}

/** States that an endpoint's result contains whole records, so that they need not be fetched again. */
export function contains<O extends Endpoint>(
  endpoint: O,
  records: (result: NonNullable<ResultOf<O>>) => readonly Records[],
): void {
  endpoint.contract.addRecords(endpoint, records as RecordFinder);
}

/** Whether an endpoint returns an entity's whole record, as those at its path do: a write need not be followed by a read. */
export function returnsRecord({ result }: Endpoint, { endpoints }: Entity): boolean {
  return result !== undefined && endpoints.some((one) => one.result === result);
}

/** The endpoints that may return an entity's record: its GETs, or else the lists that hold all records. */
export const readsOf = memoize(({ endpoints, lists }: Entity): readonly Endpoint[] => {
  const gets = endpoints.filter(({ method }) => method === 'GET');
  return gets.length > 0 ? gets : lists;
});

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
