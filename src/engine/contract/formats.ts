/** What the values of a text's format have in common. */
export interface TextFormat {
  /** What a value of the format is, after "is no". */
  readonly name: string;
  test(text: string): boolean;
}

/** An absolute URL, as `new URL(text)` parses it (WHATWG URL Standard). */
export const absoluteUrl: TextFormat = withLastValid('absolute URL', URL.canParse);

const dateTimePattern =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** A date and time with an offset (RFC 3339, section 5.6, `date-time`). */
export const dateTime: TextFormat = withLastValid(
  'RFC 3339 date and time',
  (text) => dateTimePattern.test(text) && hasDay(text),
);

/** Whether a date's month has its day. */
function hasDay(text: string): boolean {
  const day = digitAt(text, 8) * 10 + digitAt(text, 9);
  // Every month has 28 days.
  return day < 29 || day <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

function digitAt(text: string, index: number): number {
  return text.charCodeAt(index) - 48;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Each value of a response is tested as part of its record, and again when it is serialized: the second test finds the last text. */
function withLastValid(name: string, test: (text: string) => boolean): TextFormat {
  let last: string | undefined;
  return {
    name,
    test(text) {
      if (text === last) return true;
      if (!test(text)) return false;
      last = text;
      return true;
    },
  };
}
