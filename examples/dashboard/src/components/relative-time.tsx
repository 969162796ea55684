const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' });

/** A point in time as people say it, with the exact time on hover. */
export function RelativeTime({ dateTime }: { dateTime: string }) {
  const date = new Date(dateTime);
  return (
    <time dateTime={dateTime} title={absolute.format(date)}>
      {timeInWords(date, new Date())}
    </time>
  );
}

/** Relative within thirty days, then the date. */
export function timeInWords(date: Date, now: Date): string {
  const minutes = Math.round((date.getTime() - now.getTime()) / 60_000);
  if (Math.abs(minutes) < 1) return 'just now';
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  if (Math.abs(hours) < 24) return relative.format(hours, 'hour');
  const days = Math.round(hours / 24);
  return Math.abs(days) < 30 ? relative.format(days, 'day') : day.format(date);
}
