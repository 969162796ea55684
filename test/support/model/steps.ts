import fc from 'fast-check';
import type { Actor, Model, Refusal } from './state.ts';

/** A mutation to ask for, and what the model says of it. */
export interface Attempt {
  mutation: string;
  input: Readonly<Record<string, unknown>>;
  actor: Actor;
  /** The payload's field that holds the new record, where there is one. */
  creates?: string;
  /** Why it must be refused; undefined where it must be done. */
  refusal: Refusal | undefined;
  /** Changes the model as the service must have changed; `id` is that of the new record. */
  done: (id: string) => void;
}

/** A step of a random sequence. Null stands for a step that finds nothing to be about. */
export interface Step {
  attempt(model: Model): Attempt | null;
}

/** An attempt by the mutation that its step is named after, unless it says another. */
type Made = Omit<Attempt, 'mutation'> & Partial<Pick<Attempt, 'mutation'>>;

/**
 * Random steps of a kind. They are printed as their kind with what was drawn for them. Deletions are rarer than others,
 * so that there is something to do things with.
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

/** Mostly the admin, who may do everything, so that sequences get somewhere. */
export const actor = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Actor>('admin') },
  { weight: 3, arbitrary: fc.constant<Actor>('editor') },
  { weight: 1, arbitrary: fc.constant<Actor>('reader') },
);

/** Texts of any characters, some of the greatest length and some longer. */
export function text(most: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(most)) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(most + 1)) },
  );
}

/** A value, or nothing at all, which must leave things as they are. */
export function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined });
}

/** The values that are there. */
export function present<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
}
