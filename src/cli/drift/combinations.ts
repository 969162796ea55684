type Keyword = 'allOf' | 'anyOf';

/** Combines schemas, so that the same ones give the same object: schemas that contain their own kind have no end otherwise. */
export class Combinations {
  readonly #made = new Map<string, unknown>();
  readonly #parts = new WeakMap<object, { readonly keyword: Keyword; readonly parts: readonly unknown[] }>();
  readonly #numbers = new Map<unknown, number>();

  /** The combination of these schemas, without regard to their order; the schema itself if there is only one. */
  of(keyword: Keyword, schemas: readonly unknown[]): unknown {
    const parts = [...new Set(schemas.flatMap((schema) => this.#partsOf(keyword, schema)))];
    if (parts.length === 1) return parts[0];
    const numbers = parts.map((part) => this.#numberOf(part)).sort((a, b) => a - b);
    const key = `${keyword} ${numbers.join(' ')}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const combination = { [keyword]: parts };
    this.#made.set(key, combination);
    this.#parts.set(combination, { keyword, parts });
    return combination;
  }

  /** The schemas that a combination with the same keyword was made of. */
  #partsOf(keyword: Keyword, schema: unknown): readonly unknown[] {
    const made = typeof schema === 'object' && schema !== null ? this.#parts.get(schema) : undefined;
    return made?.keyword === keyword ? made.parts : [schema];
  }

  #numberOf(schema: unknown): number {
    const number = this.#numbers.get(schema) ?? this.#numbers.size;
    this.#numbers.set(schema, number);
    return number;
  }
}
