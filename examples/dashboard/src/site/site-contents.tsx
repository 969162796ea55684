import { EmptyState } from '../components/empty-state.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { SiteSpaceLink } from './site-space-link.tsx';

const SiteContentsFragment = graphql(`
  fragment SiteContents on Site {
    id
    sections(first: 100) {
      nodes {
        id
        title
        siteSpaces(first: 100) {
          nodes {
            id
            ...SiteSpaceLink
          }
        }
      }
    }
    siteSpaces(first: 100) {
      nodes {
        id
        section {
          id
        }
        ...SiteSpaceLink
      }
    }
  }
`);

/** The sections of a site with their spaces, and the spaces outside of sections. */
export function SiteContents(props: { site: FragmentType<typeof SiteContentsFragment>; spaceId: string | undefined }) {
  const { id: siteId, sections, siteSpaces } = readFragment(SiteContentsFragment, props.site);
  const rest = siteSpaces.nodes.filter(({ section }) => section === null);
  const groups = [
    ...sections.nodes.map(({ id, title, siteSpaces: { nodes } }) => ({ id, title, nodes })),
    ...(rest.length > 0
      ? [{ id: 'rest', title: sections.nodes.length > 0 ? 'Other spaces' : 'Spaces', nodes: rest }]
      : []),
  ];
  if (groups.length === 0)
    return <EmptyState title="No spaces yet.">Add a space to the site to see it here.</EmptyState>;
  return (
    <nav aria-label="Sections and spaces" className="card contents">
      {groups.map(({ id, title, nodes }) => (
        <section key={id} aria-labelledby={`section-${id}`}>
          <h2 id={`section-${id}`}>{title}</h2>
          <ul>
            {nodes.map((siteSpace) => (
              <li key={siteSpace.id}>
                <SiteSpaceLink siteSpace={siteSpace} siteId={siteId} spaceId={props.spaceId} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
