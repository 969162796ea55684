import { z } from 'zod';
import { endpoints } from '../../resources/contract.ts';
import { duration } from './setting.ts';

const time = duration(0, 86_400_000);

/** Most texts that a list is read for: one for each operation, and some more. */
const maxPairs = 1000;

/** `operation=time` pairs, such as `spaces.get=5s,teams.list=0`. */
export const cacheTtls = z.string().transform((text, context): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const pair of text.split(',', maxPairs)) {
    if (pair.trim() === '') continue;
    const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
    const parsed = time.safeParse(value);
    const message = mistakeIn(name, parsed.success);
    if (message !== undefined || !parsed.success) {
      context.addIssue({ code: 'custom', message: message ?? '' });
      return z.NEVER;
    }
    times.set(name, parsed.data);
  }
  return times;
});

function mistakeIn(name: string, isTime: boolean): string | undefined {
  if (name === '') return 'must be a list such as spaces.get=5s,teams.list=0';
  if (!reads().has(name)) return `has no read ${JSON.stringify(name.slice(0, 100))}.${suggestionFor(name)}`;
  return isTime ? undefined : `must have a time from 0 to 24h for ${name}, such as ${name}=5s; 0 keeps none`;
}

/** The ids of the operations whose responses could be kept. */
function reads(): ReadonlySet<string> {
  return new Set(
    endpoints.filter(({ method, result }) => method === 'GET' && result !== undefined).map(({ id }) => id),
  );
}

function suggestionFor(name: string): string {
  const short = name.slice(0, 100);
  const [nearest] = [...reads()].map((id) => ({ id, distance: distanceOf(short, id) })).sort(byDistance);
  return nearest !== undefined && nearest.distance <= 1 + short.length / 3 ? ` Did you mean ${nearest.id}?` : '';
}

function byDistance(a: { distance: number }, b: { distance: number }): number {
  return a.distance - b.distance;
}

/** How many letters have to be added, removed or replaced to make one text of the other. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] as number) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
