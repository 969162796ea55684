/** What the page shows: one query, a REST call for each list. */
export const overviewQuery = `
  query Overview {
    organizations(first: 10) {
      nodes {
        id
        title
        sites(first: 10) {
          nodes {
            id
            title
            sections(first: 10) { nodes { id title } }
          }
        }
        collections(first: 10) {
          nodes {
            id
            title
            spaces(first: 20) { nodes { id title } }
          }
        }
      }
    }
  }
`;

export interface Overview {
  organizations: Connection<Organization> | null;
}

/** A list is null if the user may not see it, or if its REST call failed. */
interface Connection<Item> {
  nodes: Item[];
}

interface Titled {
  id: string;
  title: string;
}

export interface Organization extends Titled {
  sites: Connection<Titled & { sections: Connection<Titled> | null }> | null;
  collections: Connection<Titled & { spaces: Connection<Titled> | null }> | null;
}
