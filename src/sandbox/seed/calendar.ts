import { day } from '../clock.ts';
import type { Random } from '../random.ts';

const minute = 60_000;

/** Offsets from UTC of the three places where the users work, in minutes: Central Europe, New York and Tokyo in summer. */
const offsets: readonly number[] = [2 * 60, -4 * 60, 9 * 60];

/** Local working hours, in minutes after midnight. */
const opens = 10 * 60;
const closes = 17 * 60 + 30;

/** Times within working hours. */
export interface Calendar {
  /**
   * A time on the working day that was this many working days before the last one. Each user has a time zone. A smaller
   * number of days is always later, whatever the users.
   */
  workingTime(random: Random, daysAgo: number, user?: string): string;
}

/** Creates a calendar whose last working day is the one before `start`, in milliseconds. */
export function createCalendar(start: number): Calendar {
  const today = Math.floor(start / day) * day;
  const friday = lastFriday(today);
  return {
    workingTime: (random, daysAgo, user = '') => {
      const whole = Math.max(0, Math.floor(daysAgo));
      const date = friday - (Math.floor(whole / 5) * 7 + (whole % 5)) * day;
      const local = opens + random.below(closes - opens);
      return new Date(date + (local - offsetOf(user)) * minute).toISOString();
    },
  };
}

/** The offset of a user's place, in minutes. */
function offsetOf(user: string): number {
  return offsets[(user.charCodeAt(0) + user.charCodeAt(user.length - 1)) % offsets.length] ?? 0;
}

/** Midnight (UTC) of the last Friday before a day. Weeks are counted from it, so that no working day is on a weekend. */
function lastFriday(today: number): number {
  const weekday = new Date(today).getUTCDay();
  return today - ((weekday + 2) % 7 || 7) * day;
}
