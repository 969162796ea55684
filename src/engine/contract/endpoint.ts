import { z } from 'zod';
import { memoize } from './memoize.ts';
import type { Draft, Endpoint, Method } from './model.ts';

export type {
  BodyOf,
  Endpoint,
  ItemOf,
  ListEndpoint,
  Method,
  PathOf,
  QueryOf,
  ResultOf,
} from './model.ts';
export type { Page } from './page-format.ts';

const nothing = z.strictObject({});

/** A boolean query parameter that the gateway sends as false unless the operation selects a field of this name. */
export const falseUnlessSelected = (field: string) => z.boolean().optional().meta({ falseUnlessSelected: field });

/** A query parameter that makes a record another one than its plain GET returns, like another output format. */
export const variant = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ variant: true });

/** A query parameter with the value that the service uses where the parameter is left out. */
export const byDefault = <Schema extends z.ZodType>(schema: Schema, value: string | boolean): Schema =>
  schema.meta({ default: value });

/** A query parameter that names users by their ids: `VIEWER` stands for the client's own. */
export const namingUsers = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ namesUsers: true });

/** The names of an endpoint's query parameters that are made with `namingUsers`. */
export const userParams = memoize((endpoint: Endpoint): readonly string[] =>
  queryParams(endpoint).flatMap(([param, schema]) => (schema.meta()?.namesUsers === true ? [param] : [])),
);

/** The query parameters of an endpoint that are made with `falseUnlessSelected`, and the field that each depends on. */
export const selectableParams = memoize((endpoint: Endpoint): readonly (readonly [param: string, field: string])[] =>
  queryParams(endpoint).flatMap(([param, schema]) => {
    const field = schema.meta()?.falseUnlessSelected;
    return typeof field === 'string' ? [[param, field] as const] : [];
  }),
);

/** The names of an endpoint's query parameters that are made with `variant`. */
export const variantParams = memoize((endpoint: Endpoint): readonly string[] =>
  queryParams(endpoint).flatMap(([param, schema]) => (schema.meta()?.variant === true ? [param] : [])),
);

export function queryParams({ query }: Endpoint): [name: string, schema: z.ZodType][] {
  return query instanceof z.ZodObject ? Object.entries<z.ZodType>(query.shape) : [];
}

/** The members of an object schema. */
export type Shape = Record<string, z.ZodType>;

/** A GET that answers one JSON object. */
export function get<Path extends string, Result extends z.ZodType, Query extends Shape = Record<never, never>>(
  path: Path,
  result: Result,
  query: Query = {} as Query,
) {
  return draft({ method: 'GET', path, query: z.strictObject(query), body: undefined, result, status: 200 });
}

/** What an action takes and answers; `body` and `result` are left out where there are none. */
interface ActionSpec<Body extends z.ZodType | undefined, Result extends z.ZodType | undefined, Query extends Shape> {
  body?: Body;
  result?: Result;
  /** 200 unless said otherwise. */
  status?: number;
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
    status: spec.status ?? 200,
    ...(spec.deprecated === undefined ? {} : { deprecated: spec.deprecated }),
  });
}

/** A DELETE that answers no content; the contract's usual status is 205. */
export function remove<Path extends string>(path: Path, status: 204 | 205 = 205) {
  return draft({ method: 'DELETE', path, query: nothing, body: undefined, result: undefined, status });
}

/** An endpoint without its id. */
export function draft<
  Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType | undefined,
  Result extends z.ZodType | undefined,
>(endpoint: Omit<Draft<Path, Query, Body, Result>, 'pathParams' | 'item'>) {
  return { ...endpoint, pathParams: pathParams(endpoint.path) };
}

/** The names of a path template's parameters, in their order. */
export function pathParams(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}
