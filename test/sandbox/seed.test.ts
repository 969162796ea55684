import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/engine/contract/endpoint.ts';
import type { ChangeRequest } from '../../src/resources/change-requests/contract.ts';
import type { Comment, CommentReply } from '../../src/resources/comments/contract.ts';
import type { Page, Revision } from '../../src/resources/contents/contract.ts';
import { contract, endpoints } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { createFieldCoverage, type FieldCoverage } from '../support/sandbox/field-coverage.ts';
import { startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { isList } from '../support/sandbox/sandbox-world.ts';
import { type CrawledCall, crawlOrganization, statuses } from '../support/sandbox/seed-crawl.ts';
import { varyingFields } from '../support/sandbox/varying-fields.ts';

let calls: CrawledCall[];
beforeAll(async () => {
  const api = await startSandboxCalls();
  afterAll(() => api.sandbox.close());
  const [home, , community, network] = await api.items(contract.organizations.list);
  const clients = await api.call(contract.organizations.list, { query: { limit: 1000 } }, sandboxTokens.outsider);
  const firstClients = await api.call(contract.organizations.list, { query: { limit: 25 } }, sandboxTokens.outsider);
  calls = [
    { endpoint: contract.organizations.list, path: {}, query: {}, result: clients },
    { endpoint: contract.organizations.list, path: {}, query: {}, result: firstClients },
    ...(await crawlOrganization(api, home?.id ?? '')),
    ...(await crawlOrganization(api, community?.id ?? '')),
    ...(await crawlOrganization(api, network?.id ?? '')),
  ];
}, 240_000);

const resultsOf = <Result>(endpoint: Endpoint) =>
  calls.filter((call) => call.endpoint === endpoint).map(({ result }) => result as Result);
const itemsOf = <Item>(...wanted: Endpoint[]) =>
  wanted.flatMap((endpoint) => resultsOf<{ items: Item[] }>(endpoint)).flatMap(({ items }) => items);
const flatten = (pages: readonly Page[] = []): Page[] => pages.flatMap((page) => [page, ...flatten(page.pages)]);

const comments = () => itemsOf<Comment>(contract.spaceComments.list, contract.changeRequestComments.list);
const replies = () => itemsOf<CommentReply>(contract.changeRequestComments.replies);
const changeRequests = () => itemsOf<ChangeRequest>(contract.changeRequests.list);
const contents = () => resultsOf<Revision>(contract.spaceContents.get);

describe('texts', () => {
  it('of comments and replies are at least 200 different ones', () => {
    const texts = new Set([...comments(), ...replies()].map(({ body }) => body?.markdown));
    expect(texts.size).toBeGreaterThanOrEqual(200);
  });

  it('do not repeat in a list of 60 comments', () => {
    const [long] = resultsOf<{ items: Comment[] }>(contract.spaceComments.list).filter(
      ({ items }) => items.length >= 60,
    );
    const texts = long?.items.map(({ body }) => body?.markdown) ?? [];
    expect(texts.length).toBeGreaterThanOrEqual(60);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('of change requests are at least 60 different subjects, and few repeat in one space', () => {
    const subjects = changeRequests().map(({ subject }) => subject);
    expect(new Set(subjects).size).toBeGreaterThanOrEqual(60);
    const busy = Math.max(
      ...resultsOf<{ items: unknown[] }>(contract.changeRequests.list).map(({ items }) => items.length),
    );
    expect(busy).toBeGreaterThan(50);
  });

  it('of pages have 150 to 600 words', () => {
    const pages = contents()
      .flatMap((revision) => flatten(revision.pages))
      .filter(({ markdown }) => markdown !== undefined);
    expect(pages.length).toBeGreaterThan(500);
    const words = (page: Page) => page.markdown?.trim().split(/\s+/).length ?? 0;
    const odd = pages.filter((page) => words(page) < 150 || words(page) > 600);
    expect(odd.map((page) => `${page.path}: ${words(page)}`)).toEqual([]);
  });

  it('of a proposal are in the page that its subject is about', () => {
    const proposed = resultsOf<Revision>(contract.changeRequestContents.get);
    const titled = changeRequests().filter(({ subject }) => subject.includes('“'));
    expect(titled.length).toBeGreaterThan(20);
    for (const { subject, revision } of titled) {
      const title = /“(.*)”/.exec(subject)?.[1] ?? '';
      const found = proposed.find(({ id }) => id === revision);
      if (found === undefined) continue;
      const pages = flatten(found.pages).map((page) => page.title ?? '');
      expect(pages.some((page) => page.includes(title) || title === 'Start page')).toBe(true);
    }
  });
});

describe('times', () => {
  it('of comments, replies and change requests are in working hours, in three time zones', () => {
    const times = [...comments(), ...replies()].map(({ postedAt = '' }) => new Date(postedAt));
    const zones = [2, -4, 9];
    const isWorking = (time: Date, zone: number) => {
      const local = new Date(time.getTime() + zone * 3_600_000);
      const hour = local.getUTCHours() + local.getUTCMinutes() / 60;
      return hour >= 9 && hour <= 18 && local.getUTCDay() % 6 !== 0;
    };
    expect(times.length).toBeGreaterThan(200);
    expect(times.filter((time) => !zones.some((zone) => isWorking(time, zone)))).toEqual([]);
    for (const zone of zones) {
      const only = times.filter((time) => zones.every((other) => isWorking(time, other) === (other === zone)));
      expect(only.length).toBeGreaterThan(20);
    }
  });

  it('are never before those of a parent', () => {
    const organizations = new Map(
      resultsOf<{ id: string; createdAt: string }>(contract.organizations.get).map((one) => [one.id, one]),
    );
    const pairs: [string, string | undefined, string | undefined][] = [];
    for (const { space } of itemsOf<{ space?: { organization: string; createdAt: string; updatedAt: string } }>(
      contract.members.spaces,
    )) {
      pairs.push(['space', organizations.get(space?.organization ?? '')?.createdAt, space?.createdAt]);
      pairs.push(['space update', space?.createdAt, space?.updatedAt]);
    }
    for (const revision of contents()) {
      for (const page of flatten(revision.pages)) {
        pairs.push(['page', page.createdAt, page.updatedAt], ['revision', page.updatedAt, revision.createdAt]);
      }
    }
    for (const row of changeRequests()) pairs.push(['change request', row.createdAt, row.updatedAt]);
    for (const call of calls.filter(({ endpoint }) => endpoint === contract.changeRequestComments.list)) {
      const row = changeRequests().find(({ id }) => id === call.path.changeRequestId);
      for (const comment of (call.result as { items: Comment[] }).items)
        pairs.push(['comment', row?.createdAt, comment.postedAt]);
    }
    for (const comment of comments()) {
      if (comment.editedAt) pairs.push(['edit', comment.postedAt, comment.editedAt]);
      if (comment.resolvedAt) pairs.push(['resolution', comment.postedAt, comment.resolvedAt]);
    }
    for (const call of calls.filter(({ endpoint }) => endpoint === contract.changeRequestComments.replies)) {
      const comment = comments().find(({ id }) => id === call.path.commentId);
      for (const reply of (call.result as { items: CommentReply[] }).items) {
        pairs.push(['reply', comment?.postedAt, reply.postedAt]);
        if (comment?.resolvedAt) pairs.push(['reply before resolution', reply.postedAt, comment.resolvedAt]);
      }
    }
    for (const text of [...comments(), ...replies()]) {
      for (const { users = [] } of text.reactions ?? []) {
        for (const { reactedAt } of users) pairs.push(['reaction', text.postedAt, reactedAt]);
      }
    }
    expect(new Set(pairs.map(([kind]) => kind)).size).toBe(11);
    expect(pairs.filter(([, parent = '', child = '']) => parent === '' || child < parent)).toEqual([]);
  });
});

describe('lists', () => {
  const longest = (endpoint: Endpoint) =>
    Math.max(0, ...resultsOf<{ items: unknown[] }>(endpoint).map(({ items }) => items.length));
  const lists = endpoints.filter(isList);

  it.each(lists.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s has more than 25 items somewhere',
    (_, endpoint) => {
      // The contents of a space and of its change requests have the same lists.
      const id = endpoint.id.replace('changeRequestContents', 'spaceContents');
      const crawled = endpoints.find((one) => one.id === id) ?? endpoint;
      expect(longest(crawled)).toBeGreaterThan(25);
    },
  );

  it('have more than 50 items in several kinds', () => {
    expect(lists.filter((endpoint) => longest(endpoint) > 50).length).toBeGreaterThanOrEqual(6);
  });

  it('of change requests have all statuses', () => {
    for (const status of statuses) {
      const all = calls.filter(
        ({ endpoint, query }) => endpoint === contract.changeRequests.list && query.status === status,
      );
      expect(all.flatMap(({ result }) => (result as { items: unknown[] }).items).length).toBeGreaterThan(0);
    }
  });
});

describe('fields', () => {
  let coverage: FieldCoverage;
  beforeAll(() => {
    coverage = createFieldCoverage();
    for (const { endpoint, result } of calls) {
      if (endpoint.result) coverage.record(endpoint.id, endpoint.result, result);
    }
  });

  it('that are optional are present somewhere', () => {
    expect(coverage.neverPresent()).toEqual([]);
  });

  it('that the contract marks as optional are absent somewhere, too', () => {
    expect(varyingFields.filter((field) => !coverage.varying().includes(field))).toEqual([]);
  });

  it('of closed and open sets have all values of the contract', () => {
    expect(coverage.missingValues()).toEqual([]);
  });
});
