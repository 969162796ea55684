import type { ChangeRequest } from '../../../src/resources/change-requests/contract.ts';
import type { Comment, CommentReply } from '../../../src/resources/comments/contract.ts';
import type { Page } from '../../../src/resources/dialect.ts';
import type { Organization } from '../../../src/resources/organizations/contract.ts';
import type { SiteSection } from '../../../src/resources/site-sections/contract.ts';
import type { SiteSpace } from '../../../src/resources/site-spaces/contract.ts';
import type { Site } from '../../../src/resources/sites/records.ts';
import type { Space } from '../../../src/resources/spaces/contract.ts';
import {
  changeRequestsPath,
  commentsPath,
  newChangeRequestPath,
  organizationPath,
  organizationsPath,
  repliesPath,
  sectionsPath,
  sitesPath,
  spacePath,
} from './paths.ts';
import type { Rest } from './rest.ts';

/** What both GraphQL servers give their resolvers: a way to call REST for this request. */
export interface RestContext {
  rest: Rest;
}

interface First {
  first: number;
}

// Listed records with the parents that the paths below them need.
type SiteNode = Site & { organizationId: string };
type ChangeRequestNode = ChangeRequest & { spaceId: string };
type CommentNode = Comment & { spaceId: string; changeRequestId: string };

/** Resolvers as one writes them by hand: each field fetches what it shows. */
export const resolvers = {
  Query: {
    organizations: async (_: unknown, { first }: First, { rest }: RestContext) =>
      connection(await rest.get<Page<Organization>>(organizationsPath(first))),
    organization: (_: unknown, { id }: { id: string }, { rest }: RestContext) =>
      rest.get<Organization>(organizationPath(id)),
    space: (_: unknown, { id }: { id: string }, { rest }: RestContext) => rest.get<Space>(spacePath(id)),
  },
  Mutation: {
    createChangeRequest: async (
      _: unknown,
      { input: { spaceId, subject } }: { input: { spaceId: string; subject: string } },
      { rest }: RestContext,
    ) => ({
      changeRequest: await rest.post<ChangeRequest>(newChangeRequestPath(spaceId), { subject }),
      userErrors: [],
    }),
  },
  Organization: {
    sites: async ({ id }: Organization, { first }: First, { rest }: RestContext) =>
      connection(await rest.get<Page<Site>>(sitesPath(id, first)), { organizationId: id }),
  },
  Site: {
    isPublished: ({ published }: Site) => published,
    siteSpaceCount: ({ siteSpaces }: Site) => siteSpaces,
    sections: async ({ organizationId, id }: SiteNode, { first }: First, { rest }: RestContext) =>
      connection(await rest.get<Page<SiteSection>>(sectionsPath(organizationId, id, first))),
  },
  SiteSection: {
    siteSpaces: ({ siteSpaces = [] }: SiteSection, { first }: First) =>
      connection<SiteSpace>({ items: siteSpaces.slice(0, first) }),
  },
  Space: {
    changeRequests: async ({ id }: Space, { first }: First, { rest }: RestContext) =>
      connection(await rest.get<Page<ChangeRequest>>(changeRequestsPath(id, first)), { spaceId: id }),
  },
  ChangeRequest: {
    restId: ({ id }: ChangeRequest) => id,
    isOutdated: ({ outdated }: ChangeRequest) => outdated,
    comments: async ({ spaceId, id }: ChangeRequestNode, { first }: First, { rest }: RestContext) =>
      connection(await rest.get<Page<Comment>>(commentsPath(spaceId, id, first)), { spaceId, changeRequestId: id }),
  },
  Comment: {
    replies: async ({ spaceId, changeRequestId, id }: CommentNode, { first }: First, { rest }: RestContext) =>
      connection(await rest.get<Page<CommentReply>>(repliesPath(spaceId, changeRequestId, id, first))),
  },
};

function connection<Item extends object>({ items, count, next }: Page<Item>, parents?: Record<string, string>) {
  const nodes = parents === undefined ? items : items.map((item) => Object.assign(item, parents));
  return { nodes, totalCount: count, pageInfo: { hasNextPage: next?.page !== undefined } };
}
