import { type Limits, type Shape, typesOf } from '../../engine/engine.ts';
import type { Change } from './difference.ts';

/** A limit with the value that stands for none. */
interface Limit {
  readonly name: keyof Limits;
  readonly text: string;
  readonly none: number;
  readonly isLower: boolean;
}

/** Limits of counts. Nothing has an empty text for a value, so that a minimum length of 1 is none. */
const counts: readonly Limit[] = [
  { name: 'minLength', text: 'minimum length', none: 1, isLower: true },
  { name: 'maxLength', text: 'maximum length', none: Number.POSITIVE_INFINITY, isLower: false },
  { name: 'minItems', text: 'minimum number of items', none: 0, isLower: true },
  { name: 'maxItems', text: 'maximum number of items', none: Number.POSITIVE_INFINITY, isLower: false },
  { name: 'minProperties', text: 'minimum number of fields', none: 0, isLower: true },
  { name: 'maxProperties', text: 'maximum number of fields', none: Number.POSITIVE_INFINITY, isLower: false },
];

/** How the limits of a value that the gateway sends have changed. */
export function limitChanges(what: string, contract: Shape<unknown>, document: Shape<unknown>): Change[] {
  const isWhole = typesOf(contract)?.join() === 'integer';
  return [
    ...counts.flatMap((limit) => limitChange(what, limit, countIn(contract, limit), countIn(document, limit))),
    ...boundChange(what, lowerBound(contract, isWhole), lowerBound(document, isWhole)),
    ...boundChange(what, upperBound(contract, isWhole), upperBound(document, isWhole)),
  ];
}

function countIn(shape: Limits, { name, none, isLower }: Limit): number {
  const value = shape[name] ?? none;
  return isLower ? Math.max(none, value) : value;
}

function limitChange(what: string, { text, none, isLower }: Limit, was: number, is: number): Change[] {
  if (was === is) return [];
  const textOf = (value: number) => (value === none ? 'none' : String(value));
  return [changed(what, text, textOf(is), textOf(was), isLower ? is > was : is < was)];
}

function changed(what: string, name: string, is: string, was: string, isBreaking: boolean): Change {
  const message = `${what} has the ${name} ${is}, not ${was}.`;
  return { change: isBreaking ? 'limit-tightened' : 'limit-relaxed', isBreaking, message };
}

/** The end of a range of numbers. */
interface Bound {
  readonly isLower: boolean;
  readonly value: number;
  readonly isExclusive: boolean;
}

function lowerBound({ minimum, exclusiveMinimum }: Limits, isWhole: boolean): Bound {
  const least = minimum ?? Number.NEGATIVE_INFINITY;
  if (exclusiveMinimum === undefined || exclusiveMinimum < least) {
    return { isLower: true, value: isWhole ? Math.ceil(least) : least, isExclusive: false };
  }
  // Whole numbers above 0 are those from 1 on.
  return isWhole
    ? { isLower: true, value: Math.floor(exclusiveMinimum) + 1, isExclusive: false }
    : { isLower: true, value: exclusiveMinimum, isExclusive: true };
}

function upperBound({ maximum, exclusiveMaximum }: Limits, isWhole: boolean): Bound {
  const negated = lowerBound(
    {
      ...(maximum !== undefined && { minimum: -maximum }),
      ...(exclusiveMaximum !== undefined && { exclusiveMinimum: -exclusiveMaximum }),
    },
    isWhole,
  );
  return { ...negated, isLower: false, value: -negated.value };
}

function boundChange(what: string, was: Bound, is: Bound): Change[] {
  if (was.value === is.value && was.isExclusive === is.isExclusive) return [];
  const isInside = was.isLower ? is.value > was.value : is.value < was.value;
  const isBreaking = isInside || (is.value === was.value && is.isExclusive);
  return [changed(what, was.isLower ? 'minimum' : 'maximum', boundText(is), boundText(was), isBreaking)];
}

function boundText({ value, isExclusive, isLower }: Bound): string {
  if (!Number.isFinite(value)) return 'none';
  if (!isExclusive) return String(value);
  return isLower ? `above ${value}` : `below ${value}`;
}
