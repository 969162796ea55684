/** What `tsc` has to accept and to reject: code over the types that gql.tada infers. It is checked, and never runs. */
import { type FragmentOf, type ResultOf, readFragment, type VariablesOf } from 'gql.tada';
import type { CreateComment, OrganizationSites, Organizations } from '../generated/tada-documents.ts';
import { CommentParts } from '../generated/tada-documents.ts';
import { graphql } from './graphql.ts';

export function titles(data: ResultOf<typeof Organizations>): string[] {
  data.organizations.nodes[0].title satisfies string;
  data.organizations.nodes[0].emailDomains satisfies string[];
  // @ts-expect-error: the document does not select the type
  data.organizations.nodes[0].type;
  return data.organizations.nodes.map(({ title }) => title);
}

export function sites({ organization }: ResultOf<typeof OrganizationSites>): string[] {
  // @ts-expect-error: an organization of this id may not exist
  organization.sites;
  return organization?.sites.edges.map(({ node }) => node.title) ?? [];
}

export function replies(comment: FragmentOf<typeof CommentParts>): string[] {
  // @ts-expect-error: the fields of a fragment are masked
  comment.replies;
  return readFragment(CommentParts, comment).replies.nodes.map(({ id }) => id);
}

// @ts-expect-error: the input needs a body
export const incomplete: VariablesOf<typeof CreateComment> = { input: { changeRequestId: 'id' } };

/** Scalars are what `scalars` says, and enums their values. */
export const Joined = graphql(`
  query Joined($organizationId: ID!) {
    organization(id: $organizationId) {
      createdAt
      members(first: 1) {
        nodes {
          role
        }
      }
    }
  }
`);

export function joined({ organization }: ResultOf<typeof Joined>): string | undefined {
  organization?.members.nodes[0].role satisfies
    | 'ADMIN'
    | 'CREATE'
    | 'REVIEW'
    | 'EDIT'
    | 'COMMENT'
    | 'READ'
    | null
    | undefined;
  return organization?.createdAt;
}
