import { afterAll, expect } from 'vitest';

/**
 * Gives a function that checks a measured value by a limit that the documentation promises. All values are printed when the suite in which
 * this is called has ended.
 */
export function measuring(unit: string) {
  const lines: string[] = [];
  afterAll(() => console.info(lines.join('\n')));
  return (value: number, limit: number, what = expect.getState().currentTestName ?? '') => {
    lines.push(`${what}: ${shown(value)} of ${shown(limit)} ${unit}`);
    expect(value, `${what}, in ${unit}`).toBeLessThanOrEqual(limit);
  };
}

const shown = (value: number) => String(Math.round(value * 10) / 10);
