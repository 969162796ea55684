import type { Reference } from '../data/reference.ts';
import { FieldKind } from './field-kind.ts';
import type { SampleSource } from './sample-source.ts';

/** The record's global id or another value that its key tells: no call. */
export class KeyField extends FieldKind {
  override readonly valueSource = 'key';
  override readonly isAtHand = true;
  readonly #read: (reference: Reference) => unknown;

  constructor(read: (reference: Reference) => unknown) {
    super([]);
    this.#read = read;
  }

  resolve(parent: Reference): unknown {
    return this.#read(parent);
  }

  override valueAtHand(parent: Reference): unknown {
    return this.#read(parent);
  }

  sample(parent: Reference, samples: SampleSource): unknown[] {
    samples.readId(parent);
    return [];
  }
}
