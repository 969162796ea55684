import { z } from 'zod';
import { endpoints } from '../../resources/contract.ts';
import { nearest } from './nearest.ts';
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
  const meant = nearest(short, reads(), 1 + short.length / 3);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}
