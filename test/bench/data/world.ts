import type { Endpoint, PathOf } from '../../../src/engine/contract/endpoint.ts';
import { contract } from '../../../src/resources/contract.ts';
import { Random } from './random.ts';
import { changeRequest, comment, organization, reply, site, siteSection, space } from './records.ts';

/** All that the upstream knows: the answers by `METHOD path?query`, and the ids that the cases start from. */
export interface World {
  answers: ReadonlyMap<string, { status: number; body: unknown }>;
  /** An organization with two sites. */
  organizationId: string;
  /** A space with three change requests, five comments each. */
  spaceId: string;
  /** A space with 1,000 change requests. */
  crowdedSpaceId: string;
}

/** How many items the cases ask of each list. The upstream answers these and no others. */
export const firsts = {
  organizations: 5,
  sites: 10,
  sections: 10,
  changeRequests: 5,
  comments: 5,
  replies: 3,
  crowd: 1000,
} as const;

/**
 * Builds the same world every time. The nested query over it makes 77 GETs when nothing is shared: 1 for the
 * organizations, 2 for their sites, 3 for the sites' sections, 6 for the spaces' change requests, 11 for their comments,
 * and 54 for the replies.
 */
export function createWorld(): World {
  const builder = new Builder();
  const random = builder.random;
  const organizations = [builder.organization([[[2], [2]], [[2, 1]]]), builder.organization([[[2], [2]]])];
  builder.list(contract.organizations.list, {}, firsts.organizations, organizations);
  const organizationId = organizations[0]?.id as string;
  builder.answer(contract.organizations.get, { organizationId }, organizations[0]);
  const single = space(random, organizationId, 3);
  builder.answer(contract.spaces.get, { spaceId: single.id }, single);
  builder.changeRequests(single.id, 3);
  const crowded = builder.crowd(organizationId);
  const created = changeRequest(random, single.id, 4, 0);
  builder.answer(contract.changeRequests.create, { spaceId: single.id }, created);
  return { answers: builder.answers, organizationId, spaceId: single.id, crowdedSpaceId: crowded };
}

class Builder {
  readonly random = new Random(20_250_801);
  readonly answers = new Map<string, { status: number; body: unknown }>();
  /** The last of the nested change requests has a comment less than the others: 54 in all. */
  #nested = 0;

  /** An organization: its sites' sections' spaces, each as its number of change requests. */
  organization(sites: readonly (readonly (readonly number[])[])[]) {
    const record = organization(this.random);
    const path = { organizationId: record.id };
    this.list(
      contract.sites.list,
      path,
      firsts.sites,
      sites.map((sections) => this.#site(record.id, sections)),
    );
    return record;
  }

  #site(organizationId: string, sections: readonly (readonly number[])[]) {
    const one = site(this.random, organizationId, sections.flat().length);
    const records = sections.map((counts) =>
      siteSection(
        this.random,
        counts.map((count) => this.#space(organizationId, count)),
      ),
    );
    this.list(contract.siteSections.list, { organizationId, siteId: one.id }, firsts.sections, records);
    return one;
  }

  #space(organizationId: string, changeRequests: number) {
    const one = space(this.random, organizationId, changeRequests);
    this.changeRequests(one.id, changeRequests);
    return one;
  }

  changeRequests(spaceId: string, count: number): void {
    const items = Array.from({ length: count }, (_, i) => {
      const comments = ++this.#nested === 11 ? 4 : 5;
      const one = changeRequest(this.random, spaceId, i + 1, comments);
      this.#comments(spaceId, one.id, comments);
      return one;
    });
    this.list(contract.changeRequests.list, { spaceId }, firsts.changeRequests, items);
  }

  #comments(spaceId: string, changeRequestId: string, count: number): void {
    const items = Array.from({ length: count }, (_, i) => {
      const replyCount = 2 + (i % 2);
      const one = comment(this.random, spaceId, changeRequestId, replyCount);
      const replies = Array.from({ length: replyCount }, () => reply(this.random, spaceId, changeRequestId, one.id));
      const path = { spaceId, changeRequestId, commentId: one.id };
      this.list(contract.changeRequestComments.replies, path, firsts.replies, replies);
      return one;
    });
    this.list(contract.changeRequestComments.list, { spaceId, changeRequestId }, firsts.comments, items);
  }

  /** A space with as many change requests as one page may hold; its id. */
  crowd(organizationId: string): string {
    const record = space(this.random, organizationId, firsts.crowd);
    const { id } = record;
    this.answer(contract.spaces.get, { spaceId: id }, record);
    const items = Array.from({ length: firsts.crowd }, (_, i) => changeRequest(this.random, id, i + 1, 0));
    this.list(contract.changeRequests.list, { spaceId: id }, firsts.crowd, items);
    return id;
  }

  list<O extends Endpoint>(endpoint: O, path: PathOf<O>, limit: number, items: readonly unknown[]): void {
    this.answer(endpoint, path, { items, count: items.length }, `?limit=${limit}`);
  }

  /** Takes an answer in, if it keeps the contract. Throws a ZodError where it does not. */
  answer(endpoint: Endpoint, path: Readonly<Record<string, string>>, body: unknown, search = ''): void {
    endpoint.result?.parse(body);
    const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] as string);
    this.answers.set(`${endpoint.method} ${filled}${search}`, { status: endpoint.status, body });
  }
}
