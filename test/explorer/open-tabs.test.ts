import { expect, it } from 'vitest';
import { ofOpenTabs } from '../../src/explorer/app/open-tabs.ts';

it('keeps nothing of closed tabs', () => {
  const tabs = [{ id: 'a' }, { id: 'c' }, { id: 'new' }];
  const kept = ofOpenTabs(new Map(['a', 'b', 'c'].map((id) => [id, `response of ${id}`])), tabs);
  expect([...kept.keys()]).toEqual(['a', 'c']);
  // React renders again for another map.
  expect(ofOpenTabs(kept, tabs)).toBe(kept);
});
