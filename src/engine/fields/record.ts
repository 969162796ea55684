import type { Entity, RecordOf } from '../contract/entity.ts';
import { Reference } from '../data/reference.ts';
import { type Field, FieldKind, notAtHand } from './field-kind.ts';
import type { FieldArguments, FieldContext, FieldView } from './field-view.ts';

type ReadRecord = { read(record: object, reference: Reference): unknown }['read'];

/** A value that the parent's record holds. */
export class RecordField extends FieldKind {
  override readonly valueSource = 'record';
  override readonly isAtHand = true;
  readonly read: ReadRecord;

  constructor(read: ReadRecord) {
    super([]);
    this.read = read;
  }

  override needsRecord(): boolean {
    return true;
  }

  resolve(parent: Reference, _args: FieldArguments, _field: FieldView, context: FieldContext): unknown {
    const { record } = parent;
    return record === undefined ? loadAndRead(this.read, parent, context) : this.read(record, parent);
  }

  override valueAtHand(parent: Reference): unknown {
    const { record } = parent;
    return record === undefined ? notAtHand : this.read(record, parent);
  }

  sample(parent: Reference): unknown[] {
    return [this.read(parent.record ?? {}, parent)];
  }
}

async function loadAndRead(read: ReadRecord, parent: Reference, { cache }: FieldContext): Promise<unknown> {
  return read(await parent.load(cache), parent);
}

/** A value in the parent's record. Fields with the name of their REST field need no entry in a resolver map. */
export function fromRecord<E extends Entity, Value>(
  read: (record: RecordOf<E>, reference: Reference<E>) => Value,
): Field<Reference<E>, object, Value, RecordField> {
  return new RecordField(read);
}

/** A whole record inside the parent's record; null where there is none. */
export function embedded<E extends Entity, Target extends Entity>(
  target: Target,
  read: (record: RecordOf<E>) => RecordOf<Target> | null | undefined,
): Field<Reference<E>, object, Reference<Target> | null, RecordField> {
  return fromRecord<E, Reference<Target> | null>((record, { key, source }) => {
    const inner = read(record);
    return inner == null ? null : Reference.of(target, key, inner, source);
  });
}
