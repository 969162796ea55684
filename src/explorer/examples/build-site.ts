import type { Example } from './example.ts';

export const buildSite: Example = {
  title: 'CreateSite',
  description: 'Create a site, a section, a group, a site space and a share link, then read the result.',
  variables: { organizationId: '', spaceId: '', newSiteId: '', sectionId: '' },
  query: `# Builds a site. Execute the operations one after the
# other: the play button lists them. Each response fills the
# ids for the next step into the Variables pane. On a real
# service, this creates a site.
mutation CreateSite($organizationId: ID!) {
  createSite(
    input: {
      organizationId: $organizationId
      title: "Developer portal"
      visibility: SHARE_LINK
    }
  ) {
    newSite: site { id title visibility }
    userErrors { field message }
  }
}

mutation AddSection($newSiteId: ID!, $spaceId: ID!) {
  createSiteSection(input: { siteId: $newSiteId, spaceId: $spaceId, title: "Guides" }) {
    section { id title path }
    userErrors { field message }
  }
}

mutation GroupSections($newSiteId: ID!, $sectionId: ID!) {
  createSiteSectionGroup(
    input: { siteId: $newSiteId, title: "Learn", sectionIds: [$sectionId] }
  ) {
    sectionGroup { id title sections { nodes { title } } }
    userErrors { field message }
  }
}

mutation AddSpace($newSiteId: ID!, $sectionId: ID!, $spaceId: ID!) {
  createSiteSpace(
    input: { siteId: $newSiteId, sectionId: $sectionId, spaceId: $spaceId }
  ) {
    siteSpace { id path space { title } }
    userErrors { field message }
  }
}

mutation AddShareLink($newSiteId: ID!) {
  createShareLink(input: { siteId: $newSiteId, name: "Reviewers" }) {
    shareLink { id name isActive urls { published } }
    userErrors { field message }
  }
}

query ReadSite($newSiteId: ID!) {
  node(id: $newSiteId) {
    ... on Site {
      title
      visibility
      sectionGroups {
        nodes {
          title
          sections { nodes { title siteSpaces { nodes { path title } } } }
        }
      }
      shareLinks { nodes { name isActive } }
    }
  }
}
`,
};
