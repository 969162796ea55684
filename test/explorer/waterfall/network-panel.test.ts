import { describe, expect, it } from 'vitest';
import { placedCalls } from '../../../src/engine/plan/call-levels.ts';
import { matcherOf } from '../../../src/explorer/app/waterfall/filter.ts';
import { groupCalls } from '../../../src/explorer/app/waterfall/groups.ts';
import { phasesOf } from '../../../src/explorer/app/waterfall/phases.ts';
import { recordTitle } from '../../../src/explorer/app/waterfall/record-title.ts';
import { nextSort, sortedRows } from '../../../src/explorer/app/waterfall/sorted-rows.ts';
import { lengthOf, placeOf, timeScale, windowOf, zoomed } from '../../../src/explorer/app/waterfall/time-scale.ts';
import { explainedCall } from '../../support/browser/timed-calls.ts';

const calls = placedCalls(
  [
    explainedCall({ path: '/v1/a', ms: 80, cacheHits: 2 }),
    explainedCall({ path: '/v1/b', ms: 50, status: 404, startedAt: 1 }),
    explainedCall({ path: '/v1/c', ms: 1500, status: 503, startedAt: 2 }),
    explainedCall({ path: '/v1/d', ms: 5, status: null, sent: false, startedAt: 3 }),
  ],
  null,
);

describe('the filter', () => {
  it.each([
    ['>50ms', ['/v1/a', '/v1/c']],
    ['<50', ['/v1/d']],
    ['>1s', ['/v1/c']],
    ['status:404', ['/v1/b']],
    ['status:5xx', ['/v1/c']],
    ['status:none', ['/v1/d']],
    ['level:1', ['/v1/a', '/v1/b', '/v1/c', '/v1/d']],
    ['level:2', []],
    ['cached', ['/v1/a']],
    ['failed', ['/v1/b', '/v1/c']],
    ['unsent', ['/v1/d']],
    ['V1/A', ['/v1/a']],
    ['failed >1s', ['/v1/c']],
    ['>', []],
  ])('has the term %s', (text, paths) => {
    const matches = matcherOf({ text, marks: new Set() });
    expect(calls.filter(matches).map(({ path }) => path)).toEqual(paths);
  });
});

describe('the order of the calls', () => {
  it('changes with each click on a column: most first, least first, by level', () => {
    const most = nextSort(undefined, 'ms');
    const least = nextSort(most, 'ms');
    expect([most?.isDescending, least?.isDescending, nextSort(least, 'ms')]).toEqual([true, false, undefined]);
    expect(nextSort(most, 'status')).toEqual({ column: 'status', isDescending: true });
  });

  it.each([
    ['ms', true, 'cabd'],
    ['ms', false, 'dbac'],
    ['status', true, 'dcba'],
  ] as const)('by %s, descending: %s', (column, isDescending, letters) => {
    const rows = sortedRows(groupCalls(calls), { column, isDescending });
    expect(rows.map(({ call }) => call.path.at(-1)).join('')).toBe(letters);
  });
});

describe('the title of a record', () => {
  const data = { organizations: { nodes: [{ title: 'Acme', sites: { nodes: [{ title: 'Docs', sections: {} }] } }] } };

  it('is that of the nearest object above a call', () => {
    expect(recordTitle(data, ['organizations', 'nodes', 0, 'sites'])).toBe('Acme');
    expect(recordTitle(data, ['organizations', 'nodes', 0, 'sites', 'nodes', 0, 'sections'])).toBe('Docs');
  });

  it('is that of the record itself where the call is at the root', () => {
    expect(recordTitle({ space: { title: 'Guides' } }, ['space'])).toBe('Guides');
  });

  it('is missing where the response does not tell it', () => {
    expect(recordTitle(data, undefined)).toBeUndefined();
    expect(recordTitle(data, ['organizations'])).toBeUndefined();
    expect(recordTitle(null, ['space', 'pages', 3])).toBeUndefined();
  });
});

describe('the parts of a call', () => {
  it('add up to its time', () => {
    const [call] = placedCalls([explainedCall({ ms: 10, queued: 2, waited: 5 })], null);
    expect(call && phasesOf(call)).toEqual({ queued: 2, waited: 5, body: 3 });
  });

  it('are unknown for a call that was not sent, or has no response', () => {
    for (const unknown of [{ queued: null }, { waited: null }]) {
      const [call] = placedCalls([explainedCall(unknown)], null);
      expect(call && phasesOf(call)).toBeUndefined();
    }
  });
});

describe('the zoom', () => {
  it('begins at a tick, and places times and durations in what is in view', () => {
    const scale = timeScale(200, 110);
    expect(scale).toMatchObject({ start: 100, end: 200, step: 20 });
    expect(scale.ticks).toEqual([100, 120, 140, 160, 180]);
    expect([placeOf(150, scale), lengthOf(25, scale)]).toEqual(['50.000%', '25.000%']);
  });

  it('halves and doubles what is in view, up to all of the request', () => {
    const half = zoomed(timeScale(400), 0.5, 400);
    expect(half).toEqual({ from: 100, to: 300 });
    expect(zoomed(timeScale(300, 100), 2, 400)).toBeUndefined();
  });

  it('takes a window in either direction, within the request', () => {
    expect(windowOf(300, -5, 400)).toEqual({ from: 0, to: 300 });
    expect(windowOf(-5, 900, 400)).toBeUndefined();
  });
});
