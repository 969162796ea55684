import { graphql } from 'relay-runtime';

// The pages of a connection. The compiler makes the query of the next page: it finds the organization by `node`.
graphql`
  fragment OrganizationSitesList on Organization
  @argumentDefinitions(first: { type: "Int", defaultValue: 2 }, after: { type: "String" })
  @refetchable(queryName: "OrganizationSitesListPage")
  @throwOnFieldError {
    title
    sites(first: $first, after: $after) @connection(key: "OrganizationSitesList_sites") {
      edges {
        node {
          id
          title
        }
      }
    }
  }
`;

graphql`
  query OrganizationSitesListQuery($organizationId: ID!) {
    organization(id: $organizationId) {
      ...OrganizationSitesList
    }
  }
`;

// Types without null where the schema promises a value: code that reads a field with an error gets an exception.
graphql`
  query VisibleSitesOrThrow @throwOnFieldError {
    organizations(first: 1) {
      nodes {
        title
        sites(first: 1) {
          nodes {
            title
          }
        }
      }
    }
  }
`;

// The error of a field as a value beside the rest of the data.
graphql`
  query VisibleSitesOrError {
    organizations(first: 1) {
      nodes {
        title
        sites(first: 1) @catch(to: RESULT) {
          nodes {
            title
          }
        }
      }
    }
  }
`;

graphql`
  query DiscussionList($changeRequestId: ID!) @throwOnFieldError {
    node(id: $changeRequestId) {
      ... on ChangeRequest {
        comments(first: 10) @connection(key: "DiscussionList_comments") {
          __id
          edges {
            node {
              id
              body {
                markdown
              }
              replies(first: 10) @connection(key: "DiscussionList_replies") {
                __id
                edges {
                  node {
                    body {
                      markdown
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`;

// New comments are at the start of the list, and new replies at its end.
graphql`
  mutation PrependComment($input: CreateChangeRequestCommentInput!, $connections: [ID!]!) {
    createChangeRequestComment(input: $input) {
      comment @prependNode(connections: $connections, edgeTypeName: "ChangeRequestCommentEdge") {
        id
        body {
          markdown
        }
        replies(first: 10) @connection(key: "DiscussionList_replies") {
          edges {
            node {
              id
            }
          }
        }
      }
      userErrors {
        message
      }
    }
  }
`;

graphql`
  mutation AppendReply($input: CreateChangeRequestCommentReplyInput!, $connections: [ID!]!) {
    createChangeRequestCommentReply(input: $input) {
      reply @appendNode(connections: $connections, edgeTypeName: "ChangeRequestCommentReplyEdge") {
        body {
          markdown
        }
      }
      userErrors {
        message
      }
    }
  }
`;

graphql`
  mutation DeleteCommentEdge($input: DeleteChangeRequestCommentInput!, $connections: [ID!]!) {
    deleteChangeRequestComment(input: $input) {
      deletedId @deleteEdge(connections: $connections)
      userErrors {
        message
      }
    }
  }
`;
