const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The format that is sent today, and the two obsolete ones that must be accepted (RFC 9110, section 5.6.7). */
const formats = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/** The milliseconds since the epoch of an HTTP date; undefined where the text is none. `now` tells the century of a year of two digits. */
export function parseHttpDate(text: string, now: number): number | undefined {
  for (const format of formats) {
    const groups = format.exec(text)?.groups;
    if (groups !== undefined) return timeOf(groups, now);
  }
  return undefined;
}

function timeOf(
  { day, month, year = '', time = '' }: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const monthIndex = months.indexOf(month ?? '');
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  if (monthIndex < 0 || hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(fullYear(year, now), monthIndex, Number(day));
  if (date.getUTCDate() !== Number(day)) return undefined;
  return date.setUTCHours(hours, minutes, seconds);
}

/** A year of two digits that seems to be more than 50 years ahead is in the past. */
function fullYear(year: string, now: number): number {
  if (year.length === 4) return Number(year);
  const thisYear = new Date(now).getUTCFullYear();
  const candidate = thisYear - (thisYear % 100) + Number(year);
  return candidate > thisYear + 50 ? candidate - 100 : candidate;
}
