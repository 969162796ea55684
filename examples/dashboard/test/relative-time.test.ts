import { expect, it } from 'vitest';
import { timeInWords } from '../src/components/relative-time.tsx';

it.each([
  ['2025-06-16T11:59:40Z', 'just now'],
  ['2025-06-16T11:45:00Z', '15 minutes ago'],
  ['2025-06-16T09:00:00Z', '3 hours ago'],
  ['2025-06-15T11:00:00Z', 'yesterday'],
  ['2025-05-20T12:00:00Z', '27 days ago'],
  ['2025-04-24T12:00:00Z', 'Apr 24, 2025'],
])('says %s as %s', (time, words) => {
  expect(timeInWords(new Date(time), new Date('2025-06-16T12:00:00Z'))).toBe(words);
});
