import type { z } from 'zod';
import { charactersOf } from '../contract/characters.ts';
import { absoluteUrl, dateTime, type TextFormat } from '../contract/formats.ts';
import { isJsonObject, type JsonObject } from '../contract/json.ts';
import { defaultLimits } from '../document/default-limits.ts';
import { isDeeperThan } from '../document/limits.ts';
import { contractShape, coreOf } from './contract-shape.ts';
import { isNullable, type JsonType, type Shape, typesOf } from './shape.ts';

/** How a value of a response departs from the contract. `unknown-field` and `unlisted-value` are what the contract allows, but does not describe. */
export type ValueDepartureKind =
  | 'missing'
  | 'null'
  | 'type'
  | 'format'
  | 'value'
  | 'limit'
  | 'unknown-field'
  | 'unlisted-value';

/** Reports a departure of a value; `message` is one sentence. `name` is that of an unknown field, which is below the location. */
export type ReportValue = (kind: ValueDepartureKind, location: string, message: string, name?: string) => void;

/** Reports each object of a response with the contract's schema of it, and where it is. */
export type VisitObject = (schema: z.ZodType, value: JsonObject, location: string) => void;

/** Most levels of a response, and of JSON of any form in it. */
const { maxJsonDepth } = defaultLimits;

const tooDeep = `It is nested deeper than ${maxJsonDepth} levels.`;

/** Checks a response against the contract's schema of it, at any depth. Of a larger response, only so many values are checked. */
export function checkValue(schema: z.ZodType, value: unknown, maxValues: number, visitor: ValueVisitor): void {
  new ValueCheck(visitor, maxValues).check(schema, value, '', 0);
}

/** What is done with the parts of a value. */
export interface ValueVisitor {
  readonly report: ReportValue;
  readonly visit?: VisitObject;
  /** Whether values of any form, which are passed on as they are, are searched for those that are nested too deeply. */
  readonly checksLooseJson?: boolean;
  /** Says what else is wrong with a value of a property, as a sentence; undefined where nothing is. */
  readonly rule?: (owner: z.ZodType, property: string, value: unknown) => string | undefined;
}

class ValueCheck {
  readonly #visitor: ValueVisitor;
  readonly #report: ReportValue;
  readonly #maxValues: number;
  #count = 0;

  constructor(visitor: ValueVisitor, maxValues: number) {
    this.#visitor = visitor;
    this.#report = visitor.report;
    this.#maxValues = maxValues;
  }

  check(schema: z.ZodType, value: unknown, location: string, depth: number): void {
    this.#count += 1;
    if (this.#count > this.#maxValues) return;
    if (depth > maxJsonDepth) {
      this.#report('limit', location, tooDeep);
      return;
    }
    const shape = contractShape(schema);
    if (value === null) {
      if (!isNullable(shape)) this.#report('null', location, 'It is null.');
      return;
    }
    if (!hasType(shape, value)) {
      const message = `It has the type ${typeOf(value)}, not ${typesOf(shape)?.join(' or ')}.`;
      this.#report('type', location, message);
      return;
    }
    if (isJsonObject(value)) this.#object(coreOf(schema), shape, value, location, depth);
    else if (Array.isArray(value)) this.#list(shape, value, location, depth);
    else this.#leaf(shape, value, location);
  }

  #object(schema: z.ZodType, shape: Shape<z.ZodType>, value: JsonObject, location: string, depth: number): void {
    this.#visitor.visit?.(schema, value, location);
    if (shape.isLoose && this.#visitor.checksLooseJson && isDeeperThan(value, maxJsonDepth))
      this.#report('limit', location, tooDeep);
    for (const [name, property] of shape.properties) {
      const inner = Object.hasOwn(value, name) ? value[name] : undefined;
      const below = location === '' ? name : `${location}.${name}`;
      if (inner !== undefined) this.#property(schema, name, property, inner, below, depth + 1);
      else if (shape.required.has(name)) this.#report('missing', below, 'It is missing.');
    }
    for (const name of Object.keys(value)) {
      if (shape.properties.has(name)) continue;
      const inner = value[name];
      if (shape.additional !== undefined) this.check(shape.additional, inner, `${location}{}`, depth + 1);
      else if (!shape.isLoose) this.#report('unknown-field', location, `It has the field ${quoted(name)}.`, name);
    }
  }

  #property(owner: z.ZodType, name: string, schema: z.ZodType, value: unknown, location: string, depth: number): void {
    this.check(schema, value, location, depth);
    const problem = this.#visitor.rule?.(owner, name, value);
    if (problem !== undefined) this.#report('value', location, problem);
  }

  #list({ items }: Shape<z.ZodType>, value: readonly unknown[], location: string, depth: number): void {
    if (items === undefined) return;
    for (const item of value) this.check(items, item, `${location}[]`, depth + 1);
  }

  #leaf({ values, known, format, maxLength }: Shape<z.ZodType>, value: unknown, location: string): void {
    if (values !== undefined && !values.includes(value)) {
      this.#report('value', location, `It has the value ${quoted(value)}, which the contract does not list.`);
    }
    if (known !== undefined && known.length > 0 && !known.includes(value)) {
      this.#report('unlisted-value', location, `It has the value ${quoted(value)}, which the contract does not show.`);
    }
    if (typeof value !== 'string') return;
    const expected = format === undefined ? undefined : formats[format];
    if (expected !== undefined && !expected.test(value)) {
      this.#report('format', location, `It is no ${expected.name}.`);
    }
    if (maxLength !== undefined && value.length > maxLength && charactersOf(value, maxLength) > maxLength) {
      this.#report('limit', location, `It is longer than ${maxLength} characters.`);
    }
  }
}

function typeOf(value: unknown): JsonType {
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

/** Whether a value that is not null has one of the types. */
function hasType({ types }: Shape<unknown>, value: unknown): boolean {
  return types === undefined || types.has(typeOf(value)) || (types.has('integer') && Number.isInteger(value));
}

const formats: Readonly<Record<string, TextFormat | undefined>> = { 'date-time': dateTime, uri: absoluteUrl };

/** Most characters of a value in a message. */
const maxCharacters = 40;

function quoted(value: unknown): string {
  const text = typeof value === 'string' ? [...value.slice(0, 2 * maxCharacters)] : [...String(value)];
  const cut = text.length > maxCharacters ? `${text.slice(0, maxCharacters).join('')}…` : text.join('');
  return JSON.stringify(cut.toWellFormed());
}
