import type { FetchMore } from '../apollo/use-page-query.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { PageQuery } from '../components/page-query.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import type { ChangeRequestListQuery, ChangeRequestListQueryVariables } from '../gql/graphql.ts';
import { graphql } from '../gql/index.ts';
import { ChangeRequestRow } from './change-request-row.tsx';

const ChangeRequestListDocument = graphql(`
  query ChangeRequestList($spaceId: ID!, $after: String) {
    space(id: $spaceId) {
      id
      title
      emoji
      changeRequests(first: 3, after: $after) {
        totalCount
        edges {
          node {
            id
            ...ChangeRequestRow
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

/** The open change requests of a space. A page is short, so that the lists of the sandbox have a second one. */
export function ChangeRequestList({ spaceId, siteId }: { spaceId: string; siteId: string }) {
  return (
    <PageQuery
      name="The change requests"
      document={ChangeRequestListDocument}
      variables={{ spaceId }}
      loading={<Skeleton label="Loading change requests" rows={4} />}
    >
      {({ space }, fetchMore) =>
        space ? (
          <Rows space={space} spacePath={`/sites/${siteId}/spaces/${spaceId}`} fetchMore={fetchMore} />
        ) : (
          <EmptyState title="Not found.">This space does not exist.</EmptyState>
        )
      }
    </PageQuery>
  );
}

function Rows(props: {
  space: NonNullable<ChangeRequestListQuery['space']>;
  spacePath: string;
  fetchMore: FetchMore<ChangeRequestListQueryVariables>;
}) {
  const { space, spacePath, fetchMore } = props;
  const { totalCount, edges, pageInfo } = space.changeRequests;
  return (
    <section className="card list-card" aria-labelledby="space-title">
      <header>
        <h2 id="space-title">
          <span aria-hidden="true">{space.emoji}</span> {space.title}
        </h2>
        <p className="muted">{totalCount === 1 ? '1 open change request' : `${totalCount} open change requests`}</p>
      </header>
      {edges.length === 0 ? (
        <EmptyState title="No open change requests.">Everything is merged.</EmptyState>
      ) : (
        <ul className="rows">
          {edges.map(({ node }) => (
            <li key={node.id}>
              <ChangeRequestRow changeRequest={node} spacePath={spacePath} />
            </li>
          ))}
        </ul>
      )}
      {pageInfo.hasNextPage && (
        <LoadMore label="Show more change requests" onLoad={() => fetchMore({ after: pageInfo.endCursor })} />
      )}
    </section>
  );
}
