import type { ChangeRequestStatus } from '../rows.ts';

/** How much happens in a space: `busy` spaces have lists of several pages, `talkative` ones many comments. */
export type Activity = 'usual' | 'talkative' | 'busy';

/** One change request of a timeline. Days are working days before the sandbox's start. */
export interface TimelineEntry {
  /** Names it within the timeline, in which entries are not sorted by time. */
  ordinal: number;
  status: ChangeRequestStatus;
  /** Number of the merges that the change request started from. */
  startedFrom: number;
  /** Number of the merges that it was updated with later, if it was. */
  updatedWith?: number;
  createdDay: number;
  /** For a merged change request: the number of merges after it. */
  merges?: number;
  /** 0 for the entries that a scale of 1 has; the next rounds repeat them. */
  round: number;
}

/** The statuses of the change requests that are not merged, in rotation. */
const rotation: readonly ChangeRequestStatus[] = ['draft', 'open', 'archived', 'open', 'open'];
const busyRotation: readonly ChangeRequestStatus[] = ['open', 'open', 'open', 'draft', 'open', 'archived', 'open'];

/** The number of working days that a timeline takes. */
export const timelineLength = (activity: Activity): number => (activity === 'busy' ? 200 : 78);

/** Number of merges that change the main content of a space. */
export const mergesOf = (activity: Activity, index: number): number => (activity === 'busy' ? 30 : 1 + (index % 2));

/** Days between the newest change request and the sandbox's start. */
const newestDay = 8;

/**
 * The change requests of a space. Merges come first: one every third day, each merged on the day after its creation. The
 * second change request was created before the first merge, so it is outdated. Each round repeats the same statuses.
 */
export function timelineOf(activity: Activity, index: number, rounds: number): readonly TimelineEntry[] {
  const merges = mergesOf(activity, index);
  const others = activity === 'busy' ? 86 : 4 + (index % 4);
  const length = timelineLength(activity);
  const entries: TimelineEntry[] = [];
  const merged = (at: number, round: number) =>
    entries.push({
      ordinal: entries.length + 1,
      status: 'merged',
      startedFrom: at,
      merges: at + 1,
      createdDay: length - 3 * at,
      round,
    });
  const firstDay = length - 3 * merges - 2;
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < merges; at++) {
      merged(at, round);
      if (at === 0) entries.push(outdated(entries.length + 1, length, round));
    }
    for (let at = 0; at < others; at++) {
      const progress = (round * others + at) / Math.max(1, rounds * others - 1);
      const createdDay = Math.round(firstDay - (firstDay - newestDay) * progress);
      entries.push(active(entries.length + 1, { activity, at, merges, createdDay, round }));
    }
  }
  return entries;
}

const outdated = (ordinal: number, createdDay: number, round: number): TimelineEntry => ({
  ordinal,
  status: 'open',
  startedFrom: 0,
  createdDay,
  round,
});

interface ActivePlan {
  activity: Activity;
  at: number;
  merges: number;
  createdDay: number;
  round: number;
}

/** One in four has been updated with the main content, and one in four of the others is outdated. */
function active(ordinal: number, { activity, at, merges, createdDay, round }: ActivePlan): TimelineEntry {
  const statuses = activity === 'busy' ? busyRotation : rotation;
  const status = statuses[at % statuses.length] ?? 'open';
  const kind = at % 4;
  return {
    ordinal,
    status,
    startedFrom: kind === 1 || kind === 3 ? 0 : merges,
    ...(kind === 1 ? { updatedWith: merges } : {}),
    createdDay,
    round,
  };
}
