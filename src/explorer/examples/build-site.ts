import type { Example } from './example.ts';

export const buildSite: Example = {
  title: 'Build a site',
  about: 'Create a site, a section, a group, a site space and a share link, then look at what stands.',
  variables: { organizationId: '', spaceId: '', newSiteId: '', sectionId: '' },
  query: `# A site from nothing. Run the operations one after the
# other: the play button lists them. Each answer puts the
# ids that the next step needs into the Variables pane. On
# a real service, this makes a site.
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

query LookAtIt($newSiteId: ID!) {
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
