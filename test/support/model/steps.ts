import fc from 'fast-check';
import type { Actor, Model, RejectionCode } from './state.ts';

/** A mutation, and what the model expects of it. */
export interface Attempt {
  mutation: string;
  input: Readonly<Record<string, unknown>>;
  actor: Actor;
  /** The payload's field with the new record, if there is one. */
  creates?: string;
  /** The expected rejection; undefined if it must succeed. */
  rejection: RejectionCode | undefined;
  /** Applies the expected change to the model; `id` is the new record's id. */
  done: (id: string) => void;
}

/** A step of a random sequence. Null is a step without an applicable record. */
export interface Step {
  attempt(model: Model): Attempt | null;
}

/** An attempt with the mutation of the step's name, unless it has its own `name`. */
type Made = Omit<Attempt, 'mutation'> & Partial<Pick<Attempt, 'mutation'>>;

/**
 * Random steps of one kind, printed as the kind with its random values. Deletions are rarer than other steps, so that
 * records remain for the other steps.
 */
export function step<Drawn extends object>(
  kind: string,
  drawn: { [Name in keyof Drawn]: fc.Arbitrary<Drawn[Name]> },
  attempt: (model: Model, drawn: Drawn) => Made | null,
): fc.WeightedArbitrary<Step> {
  const arbitrary = fc.record(drawn).map((values) => ({
    attempt: (model: Model) => {
      const made = attempt(model, values as Drawn);
      return made && { mutation: kind, ...made };
    },
    [fc.toStringMethod]: () => `${kind}(${fc.stringify(values)})`,
  }));
  return { weight: kind.startsWith('delete') ? 1 : 3, arbitrary };
}

export const number = fc.nat(30);

/** Mostly the admin, who has all permissions, so that most steps succeed. */
export const actor = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Actor>('admin') },
  { weight: 3, arbitrary: fc.constant<Actor>('editor') },
  { weight: 1, arbitrary: fc.constant<Actor>('reader') },
);

/** Texts of any characters, some of the maximum length and some longer. */
export function text(most: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(most)) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(most + 1)) },
  );
}

/** A value or undefined, which must leave the field unchanged. */
export function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined });
}

/** The values that are not undefined. */
export function present<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
}
