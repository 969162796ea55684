import type { z } from 'zod';
import type { Dialect } from './dialect.ts';
import type { PageFormat } from './page-format.ts';

/** HTTP methods that REST contracts use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parameters that a path template names: `PathParams<'/books/{bookId}'>` is `{ bookId: string }`. */
export type PathParams<Path extends string> = { [Name in ParamName<Path>]: string };

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

/**
 * One REST endpoint as a typed value. Its method and path are stated here alone: the client, a service's routes, the plan,
 * explain, the metrics and the tests read them here.
 */
export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Result extends z.ZodType | undefined = z.ZodType | undefined,
  Id extends string = string,
> extends Draft<Path, Query, Body, Result> {
  /** `resource.endpoint`, for example `books.create`. */
  readonly id: Id;
  readonly contract: RestContract;
}

/** What a contract states of an endpoint, before it has its id. */
export interface Draft<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Result extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly method: Method;
  /** Path template with `{name}` parameters, from the dialect's base path on. */
  readonly path: Path;
  /** The names of the path's parameters, in their order. */
  readonly pathParams: readonly string[];
  /** Schema of the query parameters; an unknown name is rejected. */
  readonly query: Query;
  /** Schema of the JSON body; undefined where the endpoint takes none. */
  readonly body: Body;
  /** Schema of the JSON answer; undefined where the success carries no content. */
  readonly result: Result;
  /** The success status the contract documents. The client takes any 2xx. */
  readonly status: number;
  /** What to use instead, where the contract deprecates the endpoint. */
  readonly deprecated?: string;
  /** Schema of one item, where the endpoint returns a list in pages. */
  readonly item?: z.ZodType;
  /** How long, and on what condition, the response of a read may be kept; left out where nothing but the settings limit it. */
  readonly caching?: Caching;
  /**
   * The kind of record at or above the path of a write outside of which the write changes nothing: the record itself, and what is
   * below its path. Left out where a write may change everything.
   */
  readonly touches?: Entity;
}

/** What limits the caching of a read, besides the settings and the service. */
export interface Caching {
  /** Longest time that a response is kept, in milliseconds; 0 keeps none. */
  readonly maxAgeMs?: number;
  /** Whether the response depends on records that neither its path nor its body names: any write may change it. */
  readonly isDerived?: boolean;
}

export type PathOf<O extends Endpoint> = PathParams<O['path']>;
export type QueryOf<O extends Endpoint> = z.input<O['query']>;
export type BodyOf<O extends Endpoint> = InputOf<O['body']>;
export type ResultOf<O extends Endpoint> = OutputOf<O['result']>;
type InputOf<Schema> = [Schema] extends [z.ZodType] ? z.input<Schema> : undefined;
type OutputOf<Schema> = [Schema] extends [z.ZodType] ? z.output<Schema> : undefined;

/** A GET that returns a list in pages. */
export interface ListEndpoint extends Endpoint<string, z.ZodType, undefined, z.ZodType<object>> {
  readonly item: z.ZodType;
}
export type ItemOf<O extends Endpoint> = O extends { item: infer Item extends z.ZodType } ? z.output<Item> : never;

/** The path parameters that identify a record: `{ shelfId, bookId }` for a book on a shelf. */
export type Key = Readonly<Record<string, string>>;

/**
 * A kind of record with a key: the paths that return it, and the lists that contain it. Records of one kind may be below
 * parents of different kinds, so an entity can have several paths.
 */
export interface Entity<Name extends string = string, KeyType extends Key = Key, Rec extends object = object> {
  /** The name of its GraphQL type. */
  readonly name: Name;
  /** The contract that it belongs to: its global ids are valid there. */
  readonly contract: RestContract;
  readonly hasGlobalId: boolean;
  /** The names of the key's parts, one list for each path that a record can have. */
  readonly keyShapes: readonly (readonly string[])[];
  /** The endpoints at the record's own path. The first GET among them fetches it. */
  readonly endpoints: readonly [Endpoint, ...Endpoint[]];
  /** The lists that hold every record of their parent: what they do not hold does not exist. */
  readonly lists: readonly ListEndpoint[];
  /** The value of the path's last parameter, read from the record; undefined where the record has none. */
  idOf(record: Rec): string | undefined;
  /** Whether a key's last part names the record in another way than its id does, such as by its number. */
  isAlias(id: string): boolean;
  /** The other names of a record, as far as it tells them. */
  aliasesOf(record: Rec): readonly string[];
  /** Whether a record can be named in another way than by its id. */
  readonly hasAliases: boolean;
  /** Whether its lists also hold records of other kinds. */
  readonly isMixed: boolean;
  /** Whether an item of its lists is a record of this kind. */
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

/** A function that finds the whole records in an endpoint's result. */
export type RecordFinder = (result: unknown) => readonly Records[];

/** One REST contract: its dialect, its endpoints and its entities. Another contract in the same process sees none of them. */
export interface RestContract {
  readonly dialect: Dialect;
  readonly pageFormat: PageFormat;
  /** All endpoints, in the order of their definition. */
  readonly endpoints: readonly Endpoint[];
  /** The entity whose GraphQL type has that name. */
  entityNamed(name: string): Entity | undefined;
  /** The same, if its records have a global id. */
  identifiedEntity(name: string): Entity | undefined;
  /** The entity whose own path an endpoint has. */
  entityAt(endpoint: Endpoint): Entity | undefined;
  /** Finds the whole records that an endpoint's result contains; undefined where it contains none. */
  recordsIn(endpoint: Endpoint): RecordFinder | undefined;
  /** Adds an entity. Throws a TypeError if its name is taken. */
  addEntity(entity: Entity): void;
  /** States that an endpoint's result contains whole records. */
  addRecords(endpoint: Endpoint, records: RecordFinder): void;
}
