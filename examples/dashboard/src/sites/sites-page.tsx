import { EmptyState } from '../components/empty-state.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PageQuery } from '../components/page-query.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import type { OrganizationsQuery } from '../gql/graphql.ts';
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

/** The sites of an organization: of the first one, if the address names none. */
export function SitesPage({ organizationId }: { organizationId: string | undefined }) {
  return (
    <PageQuery
      name="The page"
      document={Organizations}
      variables={{}}
      loading={<Skeleton label="Loading organizations" rows={4} />}
    >
      {({ organizations }) => <Sites organizations={organizations.nodes} organizationId={organizationId} />}
    </PageQuery>
  );
}

function Sites(props: {
  organizations: OrganizationsQuery['organizations']['nodes'];
  organizationId: string | undefined;
}) {
  const { organizations, organizationId } = props;
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
          <SiteList key={organization.id} organizationId={organization.id} />
        </>
      )}
    </>
  );
}
