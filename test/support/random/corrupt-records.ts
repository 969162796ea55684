import { createRandom, type Random } from '../../../src/sandbox/random.ts';
import { hashOf } from './random-schema.ts';

/**
 * JSON of a service that violates its contract: some values are missing, null, of another type, or not in their closed
 * set. The same record is corrupted in the same way in every response, so the responses stay consistent.
 */
export function corrupt(body: unknown, { seed, share }: { seed: number; share: number }): unknown {
  return corrupted(body, `${seed}`, share);
}

function corrupted(value: unknown, place: string, share: number): unknown {
  if (Array.isArray(value)) return value.map((item) => corrupted(item, `${place} item`, share));
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const own = typeof record.id === 'string' ? `${place.split(' ')[0]} ${record.id}` : place;
  const entries = Object.entries(record).flatMap(([name, inner]): [string, unknown][] => {
    const random = createRandom(hashOf(`${own} ${name}`));
    if (!random.chance(share)) return [[name, corrupted(inner, `${own} ${name}`, share)]];
    return random.chance(0.3) ? [] : [[name, otherThan(inner, random)]];
  });
  return Object.fromEntries(entries);
}

function otherThan(value: unknown, random: Random): unknown {
  const all = [null, 'unheard-of', '', 12.5, 7, true, {}, [], ['unheard-of', null, 3], [{}], { id: 5 }];
  const others = all.filter((other) => typeof other !== typeof value || random.chance(0.3));
  return random.pick(others);
}
