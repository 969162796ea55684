import { usePageQuery } from '../apollo/use-page-query.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { Part } from '../components/part.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { graphql } from '../gql/index.ts';
import { Link } from '../router/router.tsx';
import { SiteList } from './site-list.tsx';

const Organizations = graphql(`
  query Organizations {
    organizations(first: 100) {
      nodes {
        id
        title
      }
    }
  }
`);

const noVariables = {};

/** The sites of an organization: of the first one, if the address names none. */
export function SitesPage({ organizationId }: { organizationId: string | undefined }) {
  const { data, error, refetch } = usePageQuery(Organizations, noVariables);
  if (error) return <ErrorNotice name="The page" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading organizations" rows={4} />;
  const organizations = data.organizations.nodes;
  const organization = organizations.find(({ id }) => id === organizationId) ?? organizations[0];
  return (
    <>
      <PageHeading title="Sites" />
      {organization === undefined ? (
        <EmptyState title="No organizations yet.">You are not a member of any organization.</EmptyState>
      ) : (
        <>
          <nav aria-label="Organizations" className="tabs">
            {organizations.map(({ id, title }) => (
              <Link key={id} href={`/organizations/${id}`} aria-current={id === organization.id ? 'page' : undefined}>
                {title}
              </Link>
            ))}
          </nav>
          <Part key={organization.id} name="The list of sites">
            <SiteList organizationId={organization.id} />
          </Part>
        </>
      )}
    </>
  );
}
