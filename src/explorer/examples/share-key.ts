import type { Example } from './example.ts';

export const shareKey: Example = {
  title: 'FindSharedSite',
  description: 'Who has the key of a share link finds the published URLs of a site, until the link is inactive.',
  variables: { organizationId: '', title: 'Early Access', sharedSiteId: '', shareLinkId: '', shareKey: null },
  query: `# A share-link site is published for those who have a key.
# Execute the operations one after the other: the play
# button lists them. Execute ReadPublished three times:
#   without a key: published is null.
#   with the key, which is the last part of the URL that
#   AddShareLink returns: copy it to the Variables pane.
#   after Deactivate: the key is rejected.
query FindSharedSite($organizationId: ID!, $title: String) {
  organization(id: $organizationId) {
    sharedSite: sites(title: $title, isPublished: true, first: 1) {
      nodes { id title visibility }
    }
  }
}

mutation AddShareLink($sharedSiteId: ID!) {
  createShareLink(input: { siteId: $sharedSiteId, name: "Reviewers" }) {
    shareLink { id name isActive urls { published } }
    userErrors { field message }
  }
}

query ReadPublished($sharedSiteId: ID!, $shareKey: String) {
  node(id: $sharedSiteId) {
    ... on Site {
      published(shareKey: $shareKey) {
        site { title urls { published } }
      }
      siteSpaces(first: 5, shareKey: $shareKey) {
        nodes { title urls { published } }
      }
    }
  }
}

mutation Deactivate($shareLinkId: ID!) {
  updateShareLink(input: { id: $shareLinkId, isActive: false }) {
    shareLink { name isActive }
    userErrors { field message }
  }
}
`,
};
