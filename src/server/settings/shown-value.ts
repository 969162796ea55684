/** What an address may hold a password or a token in: user info, a query, a fragment, or a port that is no number. */
const secretForm = /[@?#]|:(?!\/\/|\d{0,5}(?:[/,]|$))/;

/** Whether a part of an address may be a secret, which must not appear on a screen. */
export function mayHoldSecret(text: string): boolean {
  return secretForm.test(text);
}

/** The end of a message about a value: the value, unless a part of it may be a secret, which must not appear on a screen. */
export function shownValue(text: string): string {
  return mayHoldSecret(text) ? '' : `, not ${JSON.stringify(text)}`;
}
