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

/** What a program without GraphQL does for one operation: calls as parallel as the data allows, and the same answer. */
export type FloorAnswer = (rest: Rest, variables: Record<string, string>) => Promise<unknown>;

/** By the names of the benched operations. */
export const floorAnswers: Readonly<Record<string, FloorAnswer>> = {
  Single: async (rest, { id = '' }) => {
    const { title, hostname, createdAt } = await rest.get<Organization>(organizationPath(id));
    return { data: { organization: { title, hostname, createdAt } } };
  },
  Small: async (rest, { id = '' }) => {
    const [{ title, hostname }, sites] = await Promise.all([
      rest.get<Organization>(organizationPath(id)),
      rest.get<Page<Site>>(sitesPath(id, 10)),
    ]);
    return { data: { organization: { title, hostname, sites: { nodes: sites.items.map(siteCard) } } } };
  },
  Medium: async (rest, { id = '' }) => {
    const [{ title, updatedAt }, nodes] = await Promise.all([
      rest.get<Space>(spacePath(id)),
      changeRequests(rest, id, async (one) => ({
        ...changeRequestCard(one),
        comments: { nodes: await comments(rest, id, one.id, commentCard) },
      })),
    ]);
    return { data: { space: { title, updatedAt, changeRequests: { nodes } } } };
  },
  Full: async (rest) => {
    const { items } = await rest.get<Page<Organization>>(organizationsPath(5));
    return { data: { organizations: { nodes: await Promise.all(items.map((one) => organization(rest, one))) } } };
  },
  List: async (rest, { id = '' }) => {
    const { items, count, next } = await rest.get<Page<ChangeRequest>>(changeRequestsPath(id, 1000));
    const pageInfo = { hasNextPage: next?.page !== undefined };
    return { data: { space: { changeRequests: { totalCount: count, pageInfo, nodes: items.map(changeRequestRow) } } } };
  },
  Create: async (rest, { spaceId = '', subject }) => {
    const created = await rest.post<ChangeRequest>(newChangeRequestPath(spaceId), { subject });
    const { id, number, status } = created;
    const changeRequest = { restId: id, number, subject: created.subject, status };
    return { data: { createChangeRequest: { changeRequest, userErrors: [] } } };
  },
};

async function organization(rest: Rest, { id, title }: Organization) {
  const { items } = await rest.get<Page<Site>>(sitesPath(id, 10));
  return { title, sites: { nodes: await Promise.all(items.map((one) => site(rest, id, one))) } };
}

async function site(rest: Rest, organizationId: string, { id, title }: Site) {
  const { items } = await rest.get<Page<SiteSection>>(sectionsPath(organizationId, id, 10));
  return { title, sections: { nodes: await Promise.all(items.map((one) => section(rest, one))) } };
}

async function section(rest: Rest, { title, siteSpaces = [] }: SiteSection) {
  return { title, siteSpaces: { nodes: await Promise.all(siteSpaces.map((one) => siteSpace(rest, one))) } };
}

async function siteSpace(rest: Rest, { path, space }: SiteSpace) {
  const { id, title } = space as Space;
  const nodes = await changeRequests(rest, id, async (one) => ({
    ...changeRequestCard(one),
    comments: {
      nodes: await comments(rest, id, one.id, async (comment) => ({
        ...commentCard(comment),
        replies: { nodes: await replies(rest, id, one.id, comment.id) },
      })),
    },
  }));
  return { path, space: { title, changeRequests: { nodes } } };
}

async function changeRequests<Node>(rest: Rest, spaceId: string, toNode: (one: ChangeRequest) => Promise<Node>) {
  const { items } = await rest.get<Page<ChangeRequest>>(changeRequestsPath(spaceId, 5));
  return Promise.all(items.map(toNode));
}

async function comments<Node>(
  rest: Rest,
  spaceId: string,
  changeRequestId: string,
  toNode: (one: Comment) => Node | Promise<Node>,
) {
  const { items } = await rest.get<Page<Comment>>(commentsPath(spaceId, changeRequestId, 5));
  return Promise.all(items.map(toNode));
}

async function replies(rest: Rest, spaceId: string, changeRequestId: string, commentId: string) {
  const { items } = await rest.get<Page<CommentReply>>(repliesPath(spaceId, changeRequestId, commentId, 3));
  return items.map(({ body }) => ({ body: { markdown: body?.markdown } }));
}

function siteCard({ title, basename, published, siteSpaces }: Site) {
  return { title, basename, isPublished: published, siteSpaceCount: siteSpaces };
}

function changeRequestCard({ number, subject, status, createdBy }: ChangeRequest) {
  return { number, subject, status, createdBy: { displayName: createdBy?.displayName } };
}

function changeRequestRow({ id, number, subject, status, outdated, createdAt, createdBy }: ChangeRequest) {
  const author = { displayName: createdBy?.displayName };
  return { restId: id, number, subject, status, isOutdated: outdated, createdAt, createdBy: author };
}

function commentCard({ body, postedBy }: Comment) {
  return { body: { markdown: body?.markdown }, postedBy: { displayName: postedBy?.displayName } };
}
