import { Reference } from '../data/reference.ts';
import { type Execution, type Field, FieldKind, type InfoFunction, notAtHand } from './field-kind.ts';
import type { FieldArguments, FieldContext, FieldView } from './field-view.ts';
import { freshArguments } from './fresh-arguments.ts';

/** A property of a value at hand. */
export class PropertyField extends FieldKind {
  override readonly valueSource = 'parent';
  override readonly isAtHand = true;
  readonly name: string;

  constructor(name: string) {
    super([]);
    this.name = name;
  }

  /** A reference is made ready for what is selected on it, and a function is called as graphql does. */
  resolve(
    parent: Readonly<Record<string, unknown>> | undefined,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    info: InfoFunction,
    execution: Execution,
  ): unknown {
    const value = parent?.[this.name];
    if (value instanceof Reference) return execution.ready(value, field, context, false);
    return typeof value === 'function' ? value.call(parent, freshArguments(args), context, info(field)) : value;
  }

  override valueAtHand(parent: Readonly<Record<string, unknown>> | undefined): unknown {
    const value = parent?.[this.name];
    return typeof value === 'function' || value instanceof Reference ? notAtHand : value;
  }

  sample(parent: Readonly<Record<string, unknown>>): unknown[] {
    return [parent[this.name]];
  }
}

/** A property of a value at hand, under another name: `canEdit: property('edit')`. */
export function property<Parent, Name extends keyof Parent & string>(
  name: Name,
): Field<Parent, object, Parent[Name], PropertyField> {
  return new PropertyField(name);
}

/** Flags of a value at hand, each under its name with `can`: `can('edit')` is `{ canEdit: property('edit') }`. */
export function can<Name extends string>(...names: readonly Name[]): Flags<Name> {
  const entries = names.map((name) => [`can${name.charAt(0).toUpperCase()}${name.slice(1)}`, new PropertyField(name)]);
  return Object.fromEntries(entries) as Flags<Name>;
}

type Flags<Name extends string> = {
  readonly [Own in Name as `can${Capitalize<Own>}`]: Field<{ [Key in Own]?: boolean }, object, boolean | undefined>;
};
