import { describe, expect, it } from 'vitest';
import { placedCalls } from '../../../src/engine/plan/call-levels.ts';
import type { Plan, PlannedCall } from '../../../src/engine/plan/call-tree.ts';
import { type Filter, matcherOf } from '../../../src/explorer/app/waterfall/filter.ts';
import { groupCalls } from '../../../src/explorer/app/waterfall/groups.ts';
import { areaPath, callsInFlight } from '../../../src/explorer/app/waterfall/in-flight.ts';
import { allMarks, markText } from '../../../src/explorer/app/waterfall/marks.ts';
import { rowsOf } from '../../../src/explorer/app/waterfall/rows.ts';
import { timeScale } from '../../../src/explorer/app/waterfall/time-scale.ts';
import { criticalPath, plannedCalls, plannedFor } from '../../../src/explorer/app/waterfall/timed-call.ts';
import { distinguish } from '../../../src/explorer/app/waterfall/url-parts.ts';
import { callsAt } from '../../../src/explorer/app/waterfall/use-waterfall.ts';
import { explainedCall, threeLevels } from '../../support/browser/timed-calls.ts';

const calls = placedCalls(threeLevels, null);

describe('placedCalls', () => {
  it('finds the call that each call waited for, and so its level', () => {
    expect(calls.map(({ operation, level, waitedFor }) => [operation, level, waitedFor?.path])).toEqual([
      ['organizations.list', 1, undefined],
      ['sites.list', 2, '/v1/orgs'],
      ['sites.list', 2, '/v1/orgs'],
      ['siteSections.list', 3, '/v1/orgs/org0/sites?limit=5'],
      ['siteSections.list', 3, '/v1/orgs/org1/sites?limit=5'],
    ]);
  });

  it('has calls that start together on one level, also where one is for a field of the other', () => {
    const together = placedCalls(
      [
        explainedCall({ field: 'organization', responsePath: ['organization'], operation: 'organizations.get' }),
        explainedCall({ field: 'organization.sites', responsePath: ['organization', 'sites'], startedAt: 0.1 }),
      ],
      null,
    );
    expect(together.map(({ level }) => level)).toEqual([1, 1]);
  });

  it('has each page of a list on a level of its own', () => {
    const page = { field: 'organizations', responsePath: ['organizations'], operation: 'organizations.list' };
    const pages = placedCalls(
      [0, 10.02, 20.03].map((startedAt) => explainedCall({ ...page, startedAt })),
      null,
    );
    expect(pages.map(({ level }) => level)).toEqual([1, 2, 3]);
  });

  it('takes the level from the plan, where the response of another field was used', () => {
    const late = explainedCall({ field: 'site.sections', responsePath: ['site', 'sections'], startedAt: 40 });
    expect(placedCalls([late], plan([planned({ field: 'site.sections', level: 3 })]))[0]?.level).toBe(3);
    expect(placedCalls([late], null)[0]?.level).toBe(1);
  });

  it('has look-ups after the batch that did not hold their records', () => {
    const lookup = (name: string) => ({ field: `organization.${name}`, responsePath: ['organization', name] });
    const batched = placedCalls(
      [
        explainedCall({ ...lookup('a'), batched: true }),
        explainedCall({ ...lookup('b'), operation: 'sites.get', startedAt: 10.5 }),
        explainedCall({ ...lookup('c'), operation: 'sites.get', startedAt: 10.6 }),
        explainedCall({ ...lookup('members'), operation: 'members.list', startedAt: 10.6 }),
      ],
      plan(
        ['a', 'b', 'c', 'members'].map((name) =>
          planned({
            field: `organization.${name}`,
            operation: name === 'members' ? 'members.list' : 'sites.get',
            ...(name !== 'members' && { or: ['sites.list'] }),
          }),
        ),
      ),
    );
    expect(batched.map(({ level, waitedFor }) => [level, waitedFor?.operation])).toEqual([
      [1, undefined],
      [2, 'sites.list'],
      [2, 'sites.list'],
      [1, undefined],
    ]);
  });
});

describe('criticalPath', () => {
  it('leads from the first call to the one that ended last', () => {
    expect(criticalPath(calls).map(({ path }) => path)).toEqual([
      '/v1/orgs',
      '/v1/orgs/org1/sites?limit=5',
      '/v1/orgs/org1/sites/site1/sections',
    ]);
  });

  it('is empty without calls', () => {
    expect(criticalPath([])).toEqual([]);
  });
});

describe('groupCalls', () => {
  it('groups by level and operation, with spans', () => {
    expect(
      groupCalls(calls).map(({ level, span, groups }) => [
        level,
        span,
        groups.map(({ operation, calls }) => [operation, calls.length]),
      ]),
    ).toEqual([
      [1, { start: 0, end: 10 }, [['organizations.list', 1]]],
      [2, { start: 10, end: 40 }, [['sites.list', 2]]],
      [3, { start: 20, end: 45 }, [['siteSections.list', 2]]],
    ]);
  });
});

describe('distinguish', () => {
  it('tells the ids and parameters that differ', () => {
    const texts = distinguish(['/v1/orgs/a/sites/x?limit=5', '/v1/orgs/b/sites/x?limit=5&page=p2']).map((parts) =>
      parts.map(({ text, isDistinct }) => (isDistinct ? `<${text}>` : text)).join(''),
    );
    expect(texts).toEqual(['/v1/orgs/<a>/sites/x?limit=5', '/v1/orgs/<b>/sites/x?limit=5&page=<p2>']);
  });

  it('keeps a single URL whole', () => {
    expect(distinguish(['/v1/orgs?limit=5'])).toEqual([[{ start: 0, text: '/v1/orgs?limit=5', isDistinct: false }]]);
  });

  it('gives back every URL as it was', () => {
    const urls = ['/', '', '?', '/a//b?x', '/a?x=1=2&&y', '/a?b?c', '/%2F?a=%26'];
    expect(distinguish(urls).map((parts) => parts.map(({ text }) => text).join(''))).toEqual(urls);
  });
});

describe('rowsOf', () => {
  const levels = groupCalls(calls);
  const keys = (toggled: string[], expandsGroups = false) =>
    rowsOf(levels, new Set(toggled), expandsGroups).map(({ key }) => key);

  it('has levels expanded, groups collapsed, and a call alone without a group', () => {
    expect(keys([])).toEqual(['level 1', 'call 0', 'level 2', '2 sites.list', 'level 3', '3 siteSections.list']);
  });

  it('has the calls of a group that is expanded, and nothing of a level that is collapsed', () => {
    expect(keys(['level 1', '2 sites.list', 'level 3'])).toEqual([
      'level 1',
      'level 2',
      '2 sites.list',
      'call 1',
      'call 3',
      'level 3',
    ]);
  });

  it('has all calls while groups are expanded at first', () => {
    expect(keys([], true).filter((key) => key.startsWith('call'))).toHaveLength(5);
  });
});

describe('a filter', () => {
  const failed = explainedCall({ status: 404, path: '/v1/orgs/Missing', field: 'organization' });
  const shared = explainedCall({ shared: true });
  const all = placedCalls([failed, shared], null);
  const matching = (filter: Partial<Filter>) =>
    all.filter(matcherOf({ text: '', marks: new Set(), ...filter })).map(({ index }) => index);

  it('finds text in URL, operation, field and status, whatever its case', () => {
    expect(matching({ text: '' })).toEqual([0, 1]);
    expect(matching({ text: 'missing' })).toEqual([0]);
    expect(matching({ text: 'SITES.list 404' })).toEqual([0]);
    expect(matching({ text: 'organization 200' })).toEqual([]);
  });

  it('finds calls with one of the marks', () => {
    expect(matching({ marks: new Set(['failed']) })).toEqual([0]);
    expect(matching({ marks: new Set(['failed', 'shared']) })).toEqual([0, 1]);
    expect(matching({ marks: new Set(['failed']), text: '200' })).toEqual([]);
  });
});

describe('the marks of a call', () => {
  it('have a text each', () => {
    const call = explainedCall({ status: null, shared: true, cached: true, batched: true, retries: 2, cacheHits: 1 });
    expect(allMarks.map((mark) => markText(call, mark))).toEqual([
      'failed',
      'unsent',
      'shared',
      'hit',
      'stale',
      'revalidated',
      'batched',
      'retried ×2',
      'cached',
    ]);
  });
});

describe('callsAt', () => {
  it('finds the calls of a field, or those of the nearest field above', () => {
    const at = (field: string) => callsAt(calls, { field }).map(({ index }) => index);
    expect(at('organizations.nodes.sites')).toEqual([1, 3]);
    expect(at('organizations.nodes.sites.nodes.title')).toEqual([1, 3]);
    expect(at('organizations.nodes.sitesOfOthers')).toEqual([0]);
    expect(at('viewer')).toEqual([]);
  });

  it('finds the call of a place in the response', () => {
    const at = (path: (string | number)[]) => callsAt(calls, { path }).map(({ path }) => path);
    expect(at(['organizations', 'nodes', 1, 'sites', 'nodes', 0, 'title'])).toEqual(['/v1/orgs/org1/sites?limit=5']);
    expect(at(['organizations'])).toEqual(['/v1/orgs']);
    expect(at([])).toEqual([]);
  });
});

describe('the calls in flight', () => {
  it('are counted over time', () => {
    expect(callsInFlight(calls.filter(({ operation }) => operation === 'sites.list'))).toEqual([
      { time: 10, count: 2 },
      { time: 20, count: 1 },
      { time: 40, count: 0 },
    ]);
  });

  it('are drawn as steps', () => {
    expect(areaPath(calls.filter(({ operation }) => operation === 'sites.list'))).toBe('M10 1H10V0H20V0.5H40V1Z');
    expect(areaPath([])).toBe('');
  });
});

describe('timeScale', () => {
  it.each([
    [0, 0.2],
    [7, 2],
    [45, 10],
    [1278, 500],
  ])('has round ticks for %d ms', (end, step) => {
    const { ticks } = timeScale(end);
    expect(ticks[1]).toBeCloseTo(step);
    expect(ticks.at(-1)).toBeLessThanOrEqual(Math.max(end, 1));
  });
});

describe('plannedCalls', () => {
  it('adds the calls of each field, and keeps what nothing bounds', () => {
    const one = planned({ field: 'a', calls: 2, next: [planned({ field: 'b', calls: null })] });
    expect([
      ...plannedCalls(plan([one, planned({ field: 'a', calls: 3 }), planned({ field: 'b', calls: 1 })])),
    ]).toEqual([
      ['a', 5],
      ['b', null],
    ]);
  });
});

describe('plannedFor', () => {
  const counts = new Map([
    ['a', 2],
    ['b', 3],
    ['unbounded', null],
  ]);

  it.each([
    [['a', 'b'], 5],
    [['unbounded', 'a'], null],
    [['unplanned', 'a'], undefined],
    [['unplanned', 'unbounded'], undefined],
  ])('has for %j the sum %j', (fields, sum) => {
    expect(plannedFor(fields, counts)).toBe(sum);
  });
});

function plan(tree: PlannedCall[]): Plan {
  return { calls: null, expectedCalls: 1, levels: 1, maxCalls: null, maxLevels: 1, tree, fallbacks: [], rejected: [] };
}

function planned(values: Partial<PlannedCall>): PlannedCall {
  return {
    field: 'a',
    operation: 'a.get',
    method: 'GET',
    path: '/a',
    calls: 1,
    expectedCalls: 1,
    level: 1,
    next: [],
    ...values,
  };
}
