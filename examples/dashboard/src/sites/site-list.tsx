import type { FetchMore } from '../apollo/use-page-query.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { PageQuery } from '../components/page-query.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import type { SiteListQuery, SiteListQueryVariables } from '../gql/graphql.ts';
import { graphql } from '../gql/index.ts';
import { SiteCard } from './site-card.tsx';

const SiteListDocument = graphql(`
  query SiteList($organizationId: ID!, $after: String) {
    organization(id: $organizationId) {
      id
      sites(first: 6, after: $after) {
        edges {
          node {
            id
            ...SiteCard
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** The sites of one organization, as cards. */
export function SiteList({ organizationId }: { organizationId: string }) {
  return (
    <PageQuery
      name="The list of sites"
      document={SiteListDocument}
      variables={{ organizationId }}
      loading={<Skeleton label="Loading sites" />}
    >
      {({ organization }, fetchMore) => <SiteGrid organization={organization} fetchMore={fetchMore} />}
    </PageQuery>
  );
}

function SiteGrid(props: {
  organization: SiteListQuery['organization'];
  fetchMore: FetchMore<SiteListQueryVariables>;
}) {
  const { edges, pageInfo } = props.organization?.sites ?? { edges: [] };
  if (edges.length === 0) return <EmptyState title="No sites yet.">Publish a space to create one.</EmptyState>;
  return (
    <>
      <ul className="site-grid">
        {edges.map(({ node }) => (
          <li key={node.id}>
            <SiteCard site={node} />
          </li>
        ))}
      </ul>
      {pageInfo?.hasNextPage && (
        <LoadMore label="Show more sites" onLoad={() => props.fetchMore({ after: pageInfo.endCursor })} />
      )}
    </>
  );
}
