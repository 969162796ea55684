/** What an address may hold a password or a token in: user info, a query, a fragment, or a port that is no number. */
const secretForm = /[@?#]|:(?!\/\/|\d{0,5}(?:[/,]|$))/;

/** Whether a part of an address may be a secret, which must not appear on a screen. */
export function mayHoldSecret(text: string): boolean {
  return secretForm.test(text);
}

/** Most characters of a value that a message shows. */
const maxLength = 200;

/** The end of a message about a value: the value, unless a part of it may be a secret, which must not appear on a screen. */
export function shownValue(text: string): string {
  if (mayHoldSecret(text)) return '';
  return `, not ${JSON.stringify(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)}`;
}
