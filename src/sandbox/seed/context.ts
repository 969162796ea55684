import { day } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Store } from '../store.ts';

/** The context that all parts of the seed share. */
export interface Seed {
  readonly store: Store;
  readonly random: Random;
  /** The number of the current copy of the data, from 0; a scale of N creates N copies. */
  readonly copy: number;
  /** A random time of the day that was this many days before the sandbox's start. */
  ago(days: number): string;
  /** A title of this copy: plain in the first copy, with a version in the others. */
  titled(title: string): string;
  /** Likewise for a part of a URL. */
  slugged(slug: string): string;
}

const hour = 60 * 60 * 1000;

export function createSeed(store: Store, random: Random, copy: number): Seed {
  // Rounded to the hour, so that the exact start time does not change the data.
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
