/** What `tsc` has to accept and to reject: code over the types of the client preset. It is checked, and never runs. */
import type * as Plain from '../generated/plain/graphql.ts';
import * as Strict from '../generated/strict/graphql.ts';
import type { FragmentType } from '../generated/strict/index.ts';
import { getFragmentData } from '../generated/strict/index.ts';

export function strictTitles(data: Strict.OrganizationsQuery): string[] {
  data.organizations.nodes[0].title satisfies string;
  data.organizations.nodes[0].emailDomains satisfies string[];
  return data.organizations.nodes.map(({ title }) => title);
}

export function plainTitles(data: Plain.OrganizationsQuery): (string | null | undefined)[] | undefined {
  // @ts-expect-error: the connection can be null
  data.organizations.nodes;
  // @ts-expect-error: the title can be null
  data.organizations?.nodes?.[0]?.title satisfies string | undefined;
  return data.organizations?.nodes?.map((organization) => organization?.title);
}

export function strictSites({ organization }: Strict.OrganizationSitesQuery): string[] {
  // @ts-expect-error: an organization of this id may not exist
  organization.sites;
  return organization?.sites.edges.map(({ node }) => node.title) ?? [];
}

/** A union narrows by `__typename`. */
export function strictPaths({ node }: Strict.SiteStructureQuery): string[] {
  // @ts-expect-error: only a site has sections
  node?.sections;
  if (node?.__typename !== 'Site') return [];
  return node.sections.nodes.flatMap((section) => section.siteSpaces.nodes.map(({ path }) => path));
}

export function strictReplies(comment: FragmentType<typeof Strict.CommentPartsFragmentDoc>): string[] {
  // @ts-expect-error: the fields of a fragment are masked
  comment.replies;
  return getFragmentData(Strict.CommentPartsFragmentDoc, comment).replies.nodes.map(({ id }) => id);
}

export function strictPayload({ createChangeRequestComment }: Strict.CreateCommentMutation): string[] {
  // @ts-expect-error: the comment is null if there are problems with the input
  createChangeRequestComment.comment.id;
  return createChangeRequestComment.userErrors.map(({ message }) => message);
}

// @ts-expect-error: the input needs a body
export const incomplete: Strict.CreateCommentMutationVariables = { input: { changeRequestId: 'id' } };
