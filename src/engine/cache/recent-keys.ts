/**
 * Which keys came up lately, in little memory: each has one place, by its hash, and a later one with the same place replaces it.
 * Two keys with the same hash are taken for one.
 */
export class RecentKeys {
  readonly #hashes: Uint32Array;

  /** `count`: so many keys have places, or up to twice as many. */
  constructor(count: number) {
    this.#hashes = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(count, 1))));
  }

  /** Notes a key. Whether it came up before. */
  note(key: string): boolean {
    const hash = hashOf(key);
    const place = hash & (this.#hashes.length - 1);
    const isRecent = this.#hashes[place] === hash;
    this.#hashes[place] = hash;
    return isRecent;
  }
}

/** FNV-1a over the code units of a text, mixed so that its low bits depend on all of them. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
