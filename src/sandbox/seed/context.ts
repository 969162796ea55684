import { continueName, emptyName, NamedRandom, type NameHash, type Random, seedId } from '../random.ts';
import type { Store } from '../store.ts';
import { type Calendar, createCalendar } from './calendar.ts';

/** What all scopes of one copy of the data share. */
interface Shared {
  store: Store;
  scale: number;
  copy: number;
  calendar: Calendar;
}

/**
 * The context that all parts of the seed share. Each part has a scope of its own, with random numbers that depend on the
 * scope's name only. So its rows are the same whenever they are created, and whatever else is created.
 */
export class Seed {
  readonly store: Store;
  /** The number of the current copy of the data, from 0; a scale of N creates N copies. */
  readonly copy: number;
  /** How many times the lists of the first copy are as long. */
  readonly scale: number;
  readonly #shared: Shared;
  readonly #name: NameHash;
  #random: Random | undefined;

  constructor(shared: Shared, name: NameHash) {
    this.store = shared.store;
    this.copy = shared.copy;
    this.scale = shared.scale;
    this.#shared = shared;
    this.#name = name;
  }

  get random(): Random {
    this.#random ??= new NamedRandom(this.#name);
    return this.#random;
  }

  newId(): string {
    return seedId(this.random);
  }

  /** A time within working hours, this many working days before the sandbox's start; smaller is always later. */
  ago(workingDays: number, user?: string): string {
    return this.#shared.calendar.workingTime(this.random, workingDays, user);
  }

  /** A title of this copy: plain in the first copy, with a version in the others. */
  titled(title: string): string {
    return this.copy === 0 ? title : `${title} v${this.copy + 1}`;
  }

  /** Likewise for a part of a URL. */
  slugged(slug: string): string {
    return this.copy === 0 ? slug : `${slug}-v${this.copy + 1}`;
  }

  /** The scope of a part of the data. */
  scope(name: string | number): Seed {
    return new Seed(this.#shared, continueName(this.#name, String(name)));
  }
}

const hour = 60 * 60 * 1000;

/** Creates the context of one copy of the data. */
export function createSeed(store: Store, scale: number, copy: number): Seed {
  // Rounded to the hour, so that the exact start time does not change the data.
  const start = Math.floor(store.clock.now() / hour) * hour;
  const shared = { store, scale, copy, calendar: createCalendar(start) };
  return new Seed(shared, continueName(emptyName, `copy ${copy}`));
}
