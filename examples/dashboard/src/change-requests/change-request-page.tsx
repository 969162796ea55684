import type { FetchMore } from '../apollo/use-page-query.ts';
import { NotFound } from '../components/not-found.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PageQuery } from '../components/page-query.tsx';
import { Part } from '../components/part.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { Discussion } from '../discussion/discussion.tsx';
import type { ChangeRequestPageQuery, ChangeRequestPageQueryVariables } from '../gql/graphql.ts';
import { graphql } from '../gql/index.ts';
import { ChangeRequestChips } from './change-request-chips.tsx';
import { ChangeRequestDetails } from './change-request-details.tsx';

const ChangeRequestPageDocument = graphql(`
  query ChangeRequestPage($changeRequestId: ID!, $siteId: ID!, $after: String) {
    site: node(id: $siteId) {
      ... on Site {
        id
        title
      }
    }
    changeRequest: node(id: $changeRequestId) {
      ... on ChangeRequest {
        __typename
        id
        number
        subject
        updatedAt
        createdBy {
          restId
          displayName
        }
        space {
          id
          title
        }
        ...ChangeRequestChips
        ...ChangeRequestDetails
        ...Discussion
      }
    }
  }
`);

/** A change request with its discussion. */
export function ChangeRequestPage({ changeRequestId, siteId }: { changeRequestId: string; siteId: string }) {
  return (
    <PageQuery
      name="The change request"
      what="This change request"
      document={ChangeRequestPageDocument}
      variables={{ changeRequestId, siteId }}
      loading={<Skeleton label="Loading the change request" rows={6} />}
    >
      {(data, fetchMore) => <ChangeRequest data={data} siteId={siteId} fetchMore={fetchMore} />}
    </PageQuery>
  );
}

function ChangeRequest(props: {
  data: ChangeRequestPageQuery;
  siteId: string;
  fetchMore: FetchMore<ChangeRequestPageQueryVariables>;
}) {
  const { data, siteId, fetchMore } = props;
  const { site, changeRequest } = data;
  if (changeRequest?.__typename !== 'ChangeRequest') return <NotFound what="This change request" />;
  const { number, subject, updatedAt, createdBy, space } = changeRequest;
  const crumbs = [
    ...(site && 'title' in site ? [{ title: site.title, href: `/sites/${siteId}` }] : []),
    { title: space.title, href: `/sites/${siteId}/spaces/${space.id}` },
  ];
  return (
    <>
      <PageHeading title={subject} prefix={<span className="number">#{number} </span>} crumbs={crumbs} />
      <p className="subtitle">
        <ChangeRequestChips changeRequest={changeRequest} />
        <span className="muted">
          by {createdBy?.displayName ?? 'Unknown user'}, updated <RelativeTime dateTime={updatedAt} />
        </span>
      </p>
      <div className="columns reverse">
        <div className="content">
          <Part name="The discussion">
            <Discussion changeRequest={changeRequest} onLoadMore={(after) => fetchMore({ after })} />
          </Part>
        </div>
        <aside className="side" aria-label="Details">
          <Part name="The details">
            <ChangeRequestDetails changeRequest={changeRequest} />
          </Part>
        </aside>
      </div>
    </>
  );
}
