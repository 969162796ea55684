import type { Example } from './example.ts';

export const nestedReads: Example = {
  title: 'NestedReads',
  description: 'From organizations down to the replies in a review, ten levels in one round trip.',
  variables: {},
  query: `# From organizations down to the replies in a review: ten
# levels in one request. Execute it with Ctrl-Enter.
#
# Its REST calls are listed below: a space is part of its
# site space and costs no call, and no record is fetched
# twice.
query NestedReads {
  organizations(first: 5) {
    nodes {
      title
      sites(first: 10) {
        nodes {
          title
          sections(first: 10) {
            nodes {
              title
              siteSpaces(first: 10) {
                nodes {
                  path
                  space {
                    title
                    changeRequests(first: 5) {
                      nodes {
                        number
                        subject
                        status
                        createdBy { displayName }
                        comments(first: 5) {
                          nodes {
                            body { markdown }
                            postedBy { displayName }
                            replies(first: 3) { nodes { body { markdown } } }
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
      }
    }
  }
}
`,
};

export const oneRoundTrip: Example = {
  title: 'OneRoundTrip',
  description: 'A record and its list in parallel: the list needs only the id, not the record.',
  variables: { organizationId: '' },
  query: `# Two parallel REST calls: the list of sites needs only the
# organization's id, not its record. Without "title", only
# the list is fetched.
query OneRoundTrip($organizationId: ID!) {
  organization(id: $organizationId) {
    title
    sites(first: 10) {
      totalCount
      nodes {
        title
        visibility
        isPublished
        siteSpaceCount
        urls { published }
      }
    }
  }
}
`,
};

export const reviewQueue: Example = {
  title: 'ReviewQueue',
  description: 'The open change requests of one space, with the discussion of each.',
  variables: { spaceId: '' },
  query: `# The change requests to review in one space. For the next
# page, set the variable "after" to pageInfo.endCursor.
query ReviewQueue($spaceId: ID!, $after: String) {
  space(id: $spaceId) {
    title
    openChangeRequestCount
    changeRequests(status: "open", first: 10, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes {
        number
        subject
        isOutdated
        updatedAt
        createdBy { displayName }
        comments(first: 5) {
          nodes {
            status
            postedBy { displayName }
            postedAt
            body { markdown }
            reactions { emoji userCount }
            replies(first: 3) {
              nodes {
                postedBy { displayName }
                body { markdown }
              }
            }
          }
        }
      }
    }
  }
}
`,
};

export const pages: Example = {
  title: 'Pages',
  description: 'The page tree of a space as a flat list, and the Markdown of one page.',
  variables: { spaceId: '', pageId: '' },
  query: `# The pages of a space in reading order; depth is the level
# of indentation. The tree is available, too:
# pages { title children { title } }
query Pages($spaceId: ID!, $pageId: ID!) {
  space(id: $spaceId) {
    title
    pageList {
      depth
      page { title path }
    }
    page(id: $pageId) {
      title
      description
      markdown
    }
  }
}
`,
};

export const search: Example = {
  title: 'Search',
  description: 'Full-text search in all content of an organization.',
  variables: { organizationId: '', text: 'webhook' },
  query: `# Everything that mentions a word, with the page section.
query Search($organizationId: ID!, $text: String!) {
  organization(id: $organizationId) {
    search(query: $text, first: 5) {
      nodes {
        title
        pages {
          title
          path
          sections { title body }
        }
      }
    }
  }
}
`,
};

export const membersAndTeams: Example = {
  title: 'MembersAndTeams',
  description: 'The members of an organization with their roles, and its teams.',
  variables: { organizationId: '' },
  query: `# The members and teams of an organization. An alias reads
# the same list twice with different arguments: "admins".
query MembersAndTeams($organizationId: ID!) {
  organization(id: $organizationId) {
    admins: members(first: 5, role: ADMIN) {
      nodes { user { displayName } }
    }
    members(first: 10, orderBy: { field: JOINED_AT, direction: DESC }) {
      totalCount
      nodes {
        role
        joinedAt
        user { displayName email }
        teams(first: 3) {
          edges { role node { title } }
        }
      }
    }
    teams(first: 5) {
      nodes {
        title
        memberCount
        members(first: 3) {
          nodes { role member { user { displayName } } }
        }
      }
    }
  }
}
`,
};

export const nodeIds: Example = {
  title: 'NodeIds',
  description: 'Any record by its global id, or several of different types at once.',
  variables: { organizationId: '', siteId: '', spaceId: '' },
  query: `# Every record has a global id, which is enough to read it
# again. Its restId is the id that the REST API uses.
query NodeIds($organizationId: ID!, $siteId: ID!, $spaceId: ID!) {
  node(id: $siteId) {
    __typename
    id
    ... on Site {
      restId
      title
    }
  }
  nodes(ids: [$organizationId, $siteId, $spaceId]) {
    __typename
    id
    ... on Organization { title }
    ... on Site { title visibility }
    ... on Space { title emoji }
  }
}
`,
};
