import { day } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Store } from '../store.ts';

/** What the parts of the seed share while they fill a store. */
export interface Seed {
  readonly store: Store;
  readonly random: Random;
  /** Which copy of the data is being made, from 0 on; a scale of N makes N copies. */
  readonly copy: number;
  /** A time about so many days before the sandbox's start, during that day. */
  ago(days: number): string;
  /** A title of this copy: the first copy has the plain title, the next ones a version. */
  titled(title: string): string;
  /** The same for what stands in an address. */
  slugged(slug: string): string;
}

const hour = 60 * 60 * 1000;

export function createSeed(store: Store, random: Random, copy: number): Seed {
  // To the hour, so that the milliseconds between two starts don't show in the data.
  const start = Math.floor(store.clock.now() / hour) * hour;
  return {
    store,
    random,
    copy,
    ago: (days) => new Date(start - days * day - random.below(10 * 60) * 60_000).toISOString(),
    titled: (title) => (copy === 0 ? title : `${title} v${copy + 1}`),
    slugged: (slug) => (copy === 0 ? slug : `${slug}-v${copy + 1}`),
  };
}
