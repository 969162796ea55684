import type { Clock } from './clock.ts';

/** Most tags whose generations are kept. What is known of an evicted one counts for all others that are not kept. */
const maxTags = 100_000;

/**
 * When each tag was invalidated, on a clock that counts invalidations. A read that began at a time is current as long as none
 * of its tags was invalidated later.
 */
export class Generations {
  readonly #maxTags: number;
  /** In the order of their generations: an invalidated tag moves to the end. */
  readonly #byTag = new Map<string, number>();
  #clock = 0;
  #everything = 0;
  /** The highest generation of an evicted tag. */
  #floor = 0;

  constructor(limit: number = maxTags) {
    this.#maxTags = limit;
  }

  /** The number of invalidations so far. */
  get clock(): number {
    return this.#clock;
  }

  invalidate(tag: string): void {
    this.#clock++;
    this.#byTag.delete(tag);
    this.#byTag.set(tag, this.#clock);
    if (this.#byTag.size > this.#maxTags) this.#evict();
  }

  invalidateEverything(): void {
    this.#clock++;
    this.#everything = this.#clock;
    this.#byTag.clear();
  }

  /**
   * Whether none of the tags was invalidated after `clock`. Without tags it is not known what to watch: nothing at all must have
   * been invalidated.
   */
  areCurrent(tags: readonly string[] | undefined, clock: Clock): boolean {
    if (this.#clock === clock) return true;
    if (tags === undefined || typeof clock !== 'number' || this.#everything > clock) return false;
    for (let i = 0; i < tags.length; i++) {
      const generation = this.#byTag.get(tags[i] as string) ?? this.#floor;
      if (generation > clock) return false;
    }
    return true;
  }

  #evict(): void {
    const [tag, generation] = this.#byTag.entries().next().value as [string, number];
    this.#floor = generation;
    this.#byTag.delete(tag);
  }
}
