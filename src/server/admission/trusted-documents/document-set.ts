import type { TrustedDocument } from './trusted-document.ts';

/** Documents by the ids of their manifests, by the SHA-256 of their texts, and by their texts. */
export class DocumentSet {
  readonly #byId: ReadonlyMap<string, TrustedDocument>;
  readonly #byText: ReadonlyMap<string, TrustedDocument>;

  /** `names`: the id and the text of each document. */
  constructor(names: readonly (readonly [id: string, text: string])[], byText: ReadonlyMap<string, TrustedDocument>) {
    this.#byText = byText;
    const byId = new Map([...byText.values()].map((document) => [document.hash, document]));
    // What a manifest says of an id takes precedence.
    for (const [id, text] of names) {
      const document = byText.get(text);
      if (document !== undefined) byId.set(id, document);
    }
    this.#byId = byId;
  }

  /** How many different texts there are. */
  get size(): number {
    return this.#byText.size;
  }

  /** How many texts another set lacks. */
  sizeWithout(other: DocumentSet): number {
    return [...this.#byText.keys()].filter((text) => other.withText(text) === undefined).length;
  }

  withId(id: string): TrustedDocument | undefined {
    return this.#byId.get(id);
  }

  withText(text: string): TrustedDocument | undefined {
    return this.#byText.get(text);
  }

  /** Evicts what all of them were compiled to. */
  evict(): void {
    for (const { executable } of this.#byText.values()) executable.evict();
  }

  /** The number of compiled fields so far. */
  get weight(): number {
    let fields = 0;
    for (const { executable } of this.#byText.values()) fields += executable.weight;
    return fields;
  }
}
