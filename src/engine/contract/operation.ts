import { z } from 'zod';
import { memoize } from './memoize.ts';

/** HTTP methods that the REST contract uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parameters that a path template names: `PathParams<'/v1/spaces/{spaceId}'>` is `{ spaceId: string }`. */
export type PathParams<Path extends string> = { [Name in ParamName<Path>]: string };

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

/**
 * One REST operation as a typed value. Its method and path are stated here alone: the client, the sandbox's
 * routes, the plan, explain, the metrics and the tests read them here.
 */
export interface Operation<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Result extends z.ZodType | undefined = z.ZodType | undefined,
  Id extends string = string,
> {
  /** `resource.operation`, for example `changeRequests.merge`. */
  readonly id: Id;
  readonly method: Method;
  /** Path template with `{name}` parameters, from `/v1` on. */
  readonly path: Path;
  /** Schema of the query parameters; an unknown name is rejected. */
  readonly query: Query;
  /** Schema of the JSON body; undefined where the operation takes none. */
  readonly body: Body;
  /** Schema of the JSON answer; undefined where the success carries no content. */
  readonly result: Result;
  /** The success status the contract documents. The client takes any 2xx. */
  readonly status: number;
  /** What to use instead, where the contract deprecates the operation. */
  readonly deprecated?: string;
}

export type PathOf<O extends Operation> = PathParams<O['path']>;
export type QueryOf<O extends Operation> = z.input<O['query']>;
export type BodyOf<O extends Operation> = InputOf<O['body']>;
export type ResultOf<O extends Operation> = OutputOf<O['result']>;
type InputOf<Schema> = [Schema] extends [z.ZodType] ? z.input<Schema> : undefined;
type OutputOf<Schema> = [Schema] extends [z.ZodType] ? z.output<Schema> : undefined;

/** A GET that answers the paged envelope. */
export type ListOperation = Operation<string, z.ZodType, undefined, z.ZodType<Page<unknown>>>;
export type ItemOf<O extends Operation> = ResultOf<O> extends { items: (infer Item)[] } ? Item : never;

/** The paged envelope: `next.page` is the token of the next page, absent on the last one (contract part 1, shared shapes). */
export interface Page<Item> {
  items: Item[];
  next?: { page?: string };
  count?: number;
}

/** Most items one REST page may hold (contract part 1, limits). */
export const maxPageSize = 1000;

const nothing = z.strictObject({});

/** `page` and `limit`, which every paged list takes. */
const paging = {
  page: z.string().min(1).optional(),
  limit: z.number().int().min(1).max(maxPageSize).optional(),
};

/** A boolean query parameter that the gateway sends as false unless the operation selects a field of this name. */
export const falseUnlessSelected = (field: string) => z.boolean().optional().meta({ falseUnlessSelected: field });

/** A query parameter that makes a record another one than its plain GET returns, like another output format. */
export const variant = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ variant: true });

/** A query parameter with the value that the service uses where the parameter is left out. */
export const byDefault = <Schema extends z.ZodType>(schema: Schema, value: string | boolean): Schema =>
  schema.meta({ default: value });

/** The query parameters of an operation that are made with `falseUnlessSelected`, and the field that each depends on. */
export const selectableParams = memoize((operation: Operation): readonly (readonly [param: string, field: string])[] =>
  queryParams(operation).flatMap(([param, schema]) => {
    const field = schema.meta()?.falseUnlessSelected;
    return typeof field === 'string' ? [[param, field] as const] : [];
  }),
);

/** The names of an operation's query parameters that are made with `variant`. */
export const variantParams = memoize((operation: Operation): readonly string[] =>
  queryParams(operation).flatMap(([param, schema]) => (schema.meta()?.variant === true ? [param] : [])),
);

/** The query parameters of an operation with their schemas. */
export function queryParams({ query }: Operation): [name: string, schema: z.ZodType][] {
  return query instanceof z.ZodObject ? Object.entries<z.ZodType>(query.shape) : [];
}

type Shape = Record<string, z.ZodType>;

/** A GET that answers one JSON object. */
export function get<Path extends string, Result extends z.ZodType, Query extends Shape = Record<never, never>>(
  path: Path,
  result: Result,
  query: Query = {} as Query,
) {
  return draft({ method: 'GET', path, query: z.strictObject(query), body: undefined, result, status: 200 });
}

/** A GET that answers the paged envelope of `item`; `envelope` names the fields the list adds to it. */
export function list<
  Path extends string,
  Item extends z.ZodType,
  Query extends Shape = Record<never, never>,
  Envelope extends Shape = Record<never, never>,
>(path: Path, item: Item, query: Query = {} as Query, envelope: Envelope = {} as Envelope) {
  const result = z.object({
    ...envelope,
    items: z.array(item),
    next: z.object({ page: z.string().optional() }).optional(),
    count: z.number().optional(),
  });
  return draft({
    method: 'GET',
    path,
    query: z.strictObject({ ...query, ...paging }),
    body: undefined,
    result,
    status: 200,
  });
}

/** What an action takes and answers; `body` and `result` are left out where there are none. */
interface ActionSpec<Body extends z.ZodType | undefined, Result extends z.ZodType | undefined, Query extends Shape> {
  body?: Body;
  result?: Result;
  status: number;
  query?: Query;
  deprecated?: string;
}

/** A POST, PUT, PATCH or DELETE. */
export function action<
  Path extends string,
  Body extends z.ZodType | undefined = undefined,
  Result extends z.ZodType | undefined = undefined,
  Query extends Shape = Record<never, never>,
>(method: Exclude<Method, 'GET'>, path: Path, spec: ActionSpec<Body, Result, Query>) {
  return draft({
    method,
    path,
    query: z.strictObject(spec.query ?? ({} as Query)),
    body: spec.body as Body,
    result: spec.result as Result,
    status: spec.status,
    ...(spec.deprecated === undefined ? {} : { deprecated: spec.deprecated }),
  });
}

/** A DELETE that answers no content; the contract's usual status is 205. */
export function remove<Path extends string>(path: Path, status: 204 | 205 = 205) {
  return draft({ method: 'DELETE', path, query: nothing, body: undefined, result: undefined, status });
}

/** Groups a resource's operations and gives each its id, `resource.operation`. */
export function resource<Name extends string, Drafts extends Record<string, Draft>>(name: Name, drafts: Drafts) {
  return Object.fromEntries(
    Object.entries(drafts).map(([key, operation]) => [key, { ...operation, id: `${name}.${key}` }]),
  ) as { [Key in keyof Drafts & string]: Drafts[Key] & { readonly id: `${Name}.${Key}` } };
}

type Draft = Omit<Operation, 'id'>;

function draft<
  Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType | undefined,
  Result extends z.ZodType | undefined,
>(operation: Omit<Operation<Path, Query, Body, Result>, 'id'>) {
  return operation;
}

const paramsByPath = new Map<string, readonly string[]>();

/** The names of a path template's parameters, in their order. */
export function pathParams(path: string): readonly string[] {
  let params = paramsByPath.get(path);
  if (params === undefined) {
    params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    paramsByPath.set(path, params);
  }
  return params;
}
