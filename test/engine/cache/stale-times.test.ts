import { expect, it } from 'vitest';
import type { CachingHeaders } from '../../../src/engine/cache/caching-headers.ts';
import { freshMs } from '../../../src/engine/cache/freshness.ts';
import { type StaleTimes, staleTimesIn } from '../../../src/engine/cache/stale-times.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const dated = (seconds: number) => new Date(now + seconds * 1000).toUTCString();
const options = { maxAgeMs: 60_000, isAnonymous: false, isKeyed: () => true, delayMs: 0, receivedAt: now };
const longest: StaleTimes = { whileRevalidateMs: 600_000, ifErrorMs: 900_000 };

function timesOf(headers: CachingHeaders): [whileRevalidateMs: number, ifErrorMs: number] | undefined {
  const overdueMs = Math.max(0, -freshMs(headers, options));
  const times = staleTimesIn(headers, options, longest, overdueMs);
  return times && [times.whileRevalidateMs, times.ifErrorMs];
}

const whole = [600_000, 900_000];

it.each<[what: string, headers: CachingHeaders, times: number[] | undefined]>([
  ['as long as the settings say, where the service says nothing', {}, whole],
  ['as long as the settings say after max-age', { 'cache-control': 'max-age=5' }, whole],
  ['as long as the settings say after Expires', { expires: dated(5) }, whole],
  ['less what has passed since it expired', { 'cache-control': 'max-age=5', age: '15' }, [590_000, 890_000]],
  ['as long as the service says', { 'cache-control': 'stale-while-revalidate=7, stale-if-error=9' }, [7000, 9000]],
  ['at most as long as the settings say', { 'cache-control': 'stale-while-revalidate=9999' }, whole],
  ['not at all with max-age=0', { 'cache-control': 'max-age=0' }, undefined],
  ['not at all with max-age=0, whatever its age', { 'cache-control': 'max-age=0', age: '1' }, undefined],
  ['as the service says with max-age=0', { 'cache-control': 'max-age=0, stale-if-error=7' }, [0, 7000]],
  ['not at all with an Expires in the past', { expires: dated(-1) }, undefined],
  ['not at all with an Expires that is its Date', { expires: dated(-5), date: dated(-5) }, undefined],
  ['not at all with an Expires that is no date', { expires: '0' }, undefined],
  ['not at all with Pragma alone', { pragma: 'no-cache' }, undefined],
  ['as Cache-Control says beside Pragma', { pragma: 'no-cache', 'cache-control': 'max-age=5' }, whole],
  ['not at all with no-cache', { 'cache-control': 'no-cache, stale-if-error=7' }, undefined],
  ['not at all with must-revalidate', { 'cache-control': 'max-age=5, must-revalidate' }, undefined],
  ['not at all with an Age that is no number', { 'cache-control': 'max-age=5', age: 'old' }, undefined],
])('an expired response is used %s', (_what, headers, times) => {
  expect(timesOf(headers)).toEqual(times);
});
