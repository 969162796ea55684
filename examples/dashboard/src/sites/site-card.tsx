import { Part } from '../components/part.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Link } from '../router/router.tsx';
import { SiteChips } from './site-chips.tsx';

const SiteCardFragment = graphql(`
  fragment SiteCard on Site {
    id
    title
    siteSpaceCount
    urls {
      published
    }
    ...SiteChips
    ...SiteSectionTitles
  }
`);

const SectionTitles = graphql(`
  fragment SiteSectionTitles on Site {
    sections(first: 5) {
      nodes {
        id
        title
      }
    }
  }
`);

/** A site in the list of sites. */
export function SiteCard({ site }: { site: FragmentType<typeof SiteCardFragment> }) {
  const data = readFragment(SiteCardFragment, site);
  const { id, title, siteSpaceCount, urls } = data;
  return (
    <article className="card site-card">
      <h2>
        <Link href={`/sites/${id}`} className="card-link">
          {title}
        </Link>
      </h2>
      <p className="muted address">
        {urls?.published ? urls.published.replace(/^https:\/\//, '') : 'No public address'}
      </p>
      <Part name="The sections">
        <SiteSections site={data} />
      </Part>
      <footer>
        <SiteChips site={data} />
        <span className="muted">{siteSpaceCount === 1 ? '1 space' : `${siteSpaceCount} spaces`}</span>
      </footer>
    </article>
  );
}

/** The titles of a site's first sections. */
function SiteSections({ site }: { site: FragmentType<typeof SectionTitles> }) {
  const { nodes } = readFragment(SectionTitles, site).sections;
  // The page of the site reads more of the same list.
  const titles = nodes.slice(0, 5).map(({ title }) => title);
  if (nodes.length === 0) return <p className="muted">No sections</p>;
  return <p className="section-titles">{titles.join(' · ')}</p>;
}
