/** A time in milliseconds with two decimals, for logs and explain. */
export function roundMs(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** The JSON of a rounded time, in less time than a number with decimals takes. */
export function roundedMsText(ms: number): string {
  const hundredths = Math.round(ms * 100);
  const whole = Math.floor(hundredths / 100);
  const rest = hundredths - whole * 100;
  if (rest === 0) return String(whole);
  return rest % 10 === 0 ? `${whole}.${rest / 10}` : `${whole}.${rest < 10 ? '0' : ''}${rest}`;
}
