import { useMemo } from 'react';
import { usePageQuery } from '../apollo/use-page-query.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { graphql } from '../gql/index.ts';
import { SiteCard } from './site-card.tsx';

const SiteListQuery = graphql(`
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
  const variables = useMemo(() => ({ organizationId }), [organizationId]);
  const { data, error, refetch, fetchMore } = usePageQuery(SiteListQuery, variables);
  if (error) return <ErrorNotice name="The list of sites" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading sites" />;
  const { edges, pageInfo } = data.organization?.sites ?? { edges: [] };
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
        <LoadMore label="Show more sites" onLoad={() => fetchMore({ after: pageInfo.endCursor })} />
      )}
    </>
  );
}
