/**
 * The format that is sent today, and the two obsolete ones that must be accepted (RFC 9110, section 5.6.7). The last of them states
 * no time zone.
 */
const format =
  /^(?:[A-Z][a-z]{2}, (\d{2}) [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:[0-5]\d GMT|[A-Z][a-z]+day, (\d{2})-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:[0-5]\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} ([ \d]\d) \d{2}:\d{2}:[0-5]\d \d{4})$/;

/**
 * The milliseconds since the epoch of an HTTP date; undefined where the text is none, or is a leap second. `Date.parse` alone takes many
 * other formats, and 31 February; years of two digits are from 1950 to 2049.
 */
export function parseHttpDate(text: string): number | undefined {
  const match = format.exec(text);
  if (match === null) return undefined;
  const [, day = match[2] ?? match[3]] = match;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  // A day that its month does not have is one of the next month.
  return new Date(time).getUTCDate() === Number(day) ? time : undefined;
}
