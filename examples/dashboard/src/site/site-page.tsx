import { ChangeRequestList } from '../change-requests/change-request-list.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { NotFound } from '../components/not-found.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PageQuery } from '../components/page-query.tsx';
import { Part } from '../components/part.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import type { SitePageQuery } from '../gql/graphql.ts';
import { graphql } from '../gql/index.ts';
import { Link } from '../router/router.tsx';
import { SiteChips } from '../sites/site-chips.tsx';
import { SiteContents } from './site-contents.tsx';

const SitePageDocument = graphql(`
  query SitePage($siteId: ID!) {
    site: node(id: $siteId) {
      ... on Site {
        __typename
        id
        title
        organization {
          id
          title
        }
        urls {
          published
        }
        ...SiteChips
        ...SiteContents
      }
    }
  }
`);

/** A site: its sections and spaces, and the open change requests of the space that is chosen. */
export function SitePage({ siteId, spaceId }: { siteId: string; spaceId: string | undefined }) {
  return (
    <PageQuery
      name="The site"
      what="This site"
      document={SitePageDocument}
      variables={{ siteId }}
      loading={<Skeleton label="Loading the site" rows={6} />}
    >
      {({ site }) => <SiteOverview site={site} siteId={siteId} spaceId={spaceId} />}
    </PageQuery>
  );
}

function SiteOverview(props: { site: SitePageQuery['site']; siteId: string; spaceId: string | undefined }) {
  const { site, siteId, spaceId } = props;
  if (site?.__typename !== 'Site') return <NotFound what="This site" />;
  const { organization, title, urls } = site;
  return (
    <>
      <PageHeading title={title} crumbs={[{ title: organization.title, href: `/organizations/${organization.id}` }]} />
      <p className="subtitle">
        <SiteChips site={site} />
        {urls?.published && <a href={urls.published}>{urls.published.replace(/^https:\/\//, '')}</a>}
      </p>
      <div className={spaceId === undefined ? 'columns' : 'columns has-selection'}>
        <div className="side">
          <Part name="The list of spaces">
            <SiteContents site={site} spaceId={spaceId} />
          </Part>
        </div>
        <div className="content">
          {spaceId === undefined ? (
            <EmptyState title="No space selected.">Select a space to see its open change requests.</EmptyState>
          ) : (
            <>
              <Link href={`/sites/${siteId}`} className="back-link">
                ← All spaces
              </Link>
              <ChangeRequestList key={spaceId} spaceId={spaceId} siteId={siteId} />
            </>
          )}
        </div>
      </div>
    </>
  );
}
