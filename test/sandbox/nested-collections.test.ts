import { expect, it } from 'vitest';
import { createClock } from '../../src/sandbox/clock.ts';
import { collections } from '../../src/sandbox/collections.ts';
import { createPaginate } from '../../src/sandbox/routes.ts';
import { createStore } from '../../src/sandbox/store.ts';

const organization = 'o';
const depth = 5000;

it('lists collections that are nested very deeply', () => {
  const store = createStore(createClock(), 1);
  const caller = store.users.insert({ id: 'u', displayName: 'U', email: 'u@example.com' });
  const createdAt = store.clock.iso();
  const settings = { emailDomains: [], sso: false, ai: false, inviteLinks: false, type: 'business', plan: 'free' };
  store.organizations.insert({ id: organization, title: 'O', createdAt, ...settings });
  const member = {
    organization,
    user: caller.id,
    role: 'admin' as const,
    disabled: false,
    joinedAt: createdAt,
    sso: false,
  };
  store.memberships.insert(member);
  const ids = Array.from({ length: depth }, (_, i) => `c${i}`);
  ids.forEach((id, i) => {
    store.collections.insert({ id, organization, title: id, parent: ids[i - 1], defaultLevel: null, order: 0 });
  });
  const paginate = createPaginate({ list: 'collections' }, { pageSize: depth, maxServedPageSize: depth });
  const path = { organizationId: organization };
  const { items } = collections.list({ caller, store, path, query: {}, body: undefined, paginate }) as {
    items: { id: string }[];
  };
  expect(items.map(({ id }) => id)).toEqual(ids);
});
