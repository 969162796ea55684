/** The part of docgraph's schema that the benched operations need. */
export const typeDefs = `
  type Query {
    organizations(first: Int = 25): OrganizationConnection
    organization(id: ID!): Organization
    space(id: ID!): Space
  }

  type Mutation {
    createChangeRequest(input: CreateChangeRequestInput!): CreateChangeRequestPayload
  }

  type Organization {
    title: String
    hostname: String
    createdAt: String
    sites(first: Int = 25): SiteConnection
  }

  type Site {
    title: String
    basename: String
    isPublished: Boolean
    siteSpaceCount: Int
    sections(first: Int = 25): SiteSectionConnection
  }

  type SiteSection {
    title: String
    siteSpaces(first: Int = 25): SiteSpaceConnection
  }

  type SiteSpace {
    path: String
    space: Space
  }

  type Space {
    title: String
    updatedAt: String
    changeRequests(first: Int = 25): ChangeRequestConnection
  }

  type ChangeRequest {
    restId: String!
    number: Int
    subject: String
    status: String
    isOutdated: Boolean
    createdAt: String
    createdBy: User
    comments(first: Int = 25): CommentConnection
  }

  type Comment {
    body: CommentBody
    postedBy: User
    replies(first: Int = 25): CommentReplyConnection
  }

  type CommentReply {
    body: CommentBody
  }

  type CommentBody {
    markdown: String
  }

  type User {
    displayName: String
  }

  type PageInfo {
    hasNextPage: Boolean!
  }

  ${connection('Organization')}
  ${connection('Site')}
  ${connection('SiteSection')}
  ${connection('SiteSpace')}
  ${connection('ChangeRequest')}
  ${connection('Comment')}
  ${connection('CommentReply')}

  input CreateChangeRequestInput {
    spaceId: ID!
    subject: String
  }

  type CreateChangeRequestPayload {
    changeRequest: ChangeRequest
    userErrors: [UserError!]!
  }

  type UserError {
    message: String!
  }
`;

function connection(name: string): string {
  return `type ${name}Connection { nodes: [${name}!] totalCount: Int pageInfo: PageInfo! }`;
}
