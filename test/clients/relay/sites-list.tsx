import { Suspense } from 'react';
import { useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import SitesListFragment, { type OrganizationSitesList$key } from '../generated/relay/OrganizationSitesList.graphql.ts';
import type { OrganizationSitesListPage } from '../generated/relay/OrganizationSitesListPage.graphql.ts';
import SitesListQuery, {
  type OrganizationSitesListQuery,
} from '../generated/relay/OrganizationSitesListQuery.graphql.ts';

export function OrganizationSites({ organizationId }: { organizationId: string }) {
  return (
    <Suspense fallback="Loading">
      <Query organizationId={organizationId} />
    </Suspense>
  );
}

function Query({ organizationId }: { organizationId: string }) {
  const { organization } = useLazyLoadQuery<OrganizationSitesListQuery>(SitesListQuery, { organizationId });
  return organization ? <SitesList organization={organization} /> : <p>There is no such organization.</p>;
}

function SitesList({ organization }: { organization: OrganizationSitesList$key }) {
  const { data, hasNext, loadNext, refetch } = usePaginationFragment<
    OrganizationSitesListPage,
    OrganizationSitesList$key
  >(SitesListFragment, organization);
  return (
    <>
      <ul>
        {data.sites.edges.map(({ node }) => (
          <li key={node.id}>{node.title}</li>
        ))}
      </ul>
      <button type="button" name="more" disabled={!hasNext} onClick={() => loadNext(2)} />
      <button type="button" name="refresh" onClick={() => refetch({}, { fetchPolicy: 'network-only' })} />
    </>
  );
}
