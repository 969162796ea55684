export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** Limits of texts, numbers, lists and objects. */
export interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** What a schema says of a value of any type. */
export interface Annotations {
  readonly isReadOnly?: boolean;
  readonly isWriteOnly?: boolean;
  readonly isDeprecated?: boolean;
}

/** What a schema demands of a value beyond its type, its values, its limits and its properties. */
export interface Conditions {
  readonly multiplesOf?: readonly number[];
  /** Whether no item of the list may be there twice. */
  readonly isUnique?: boolean;
  /** Properties that require others. */
  readonly dependents?: readonly Dependent[];
  /** Each group has several sets of properties: an object has to have all of one of them. */
  readonly choices?: readonly (readonly ReadonlySet<string>[])[];
  /** Keywords that restrict the value in a way that is not compared: `not`, `if` … */
  readonly keywords?: readonly string[];
}

export interface Dependent {
  readonly property: string;
  readonly requires: readonly string[];
}

/**
 * One level of a JSON schema, in one form for the contract and for OpenAPI documents; `Schema` is what the levels below are
 * written in.
 */
export interface Shape<Schema> extends Limits, Annotations, Conditions {
  /** Undefined where every type is allowed. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** A closed set of values, without null. */
  readonly values?: readonly unknown[];
  /** Values of a set that is open. */
  readonly known?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly properties: ReadonlyMap<string, Schema>;
  /** Names of the properties that an object has to have. */
  readonly required: ReadonlySet<string>;
  /** Whether further properties are expected, which the schema does not name. */
  readonly isLoose: boolean;
  /** Whether further properties are rejected. */
  readonly isClosed?: boolean;
  /** Schema of the properties that are not named. */
  readonly additional?: Schema;
  readonly items?: Schema;
}

export const anything: Shape<never> = {
  types: undefined,
  properties: new Map<string, never>(),
  required: new Set<string>(),
  isLoose: false,
};

export function isNullable({ types }: Shape<unknown>): boolean {
  return types?.has('null') ?? true;
}

/** The types without null, and without `integer` where every number is allowed; undefined for every type. */
export function typesOf({ types }: Shape<unknown>): readonly JsonType[] | undefined {
  if (types === undefined) return undefined;
  return [...types].filter((type) => type !== 'null' && !(type === 'integer' && types.has('number')));
}

/** Whether each type of `inner` is one of `outer`; undefined stands for every type. */
export function includesTypes(outer: readonly JsonType[] | undefined, inner: readonly JsonType[] | undefined): boolean {
  if (outer === undefined) return true;
  if (inner === undefined) return false;
  return inner.every((type) => outer.includes(type) || (type === 'integer' && outer.includes('number')));
}
