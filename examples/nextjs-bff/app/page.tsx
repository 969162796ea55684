import { redirect } from 'next/navigation';
import { gateway } from '../lib/gateway';
import { type Organization, type Overview, overviewQuery } from '../lib/overview';
import { currentSession } from '../lib/session';
import { ChangeRequests } from './change-requests';
import { signOut } from './sign-in/actions';

export default async function Page() {
  // Reading the session also tells Next.js to render this page for each request, and not in the build.
  const { userId } = await currentSession();
  const { execute } = await gateway();
  const { data, errors = [] } = await execute<Overview>({ query: overviewQuery });
  if (errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) redirect('/sign-in');
  const organizations = data?.organizations?.nodes ?? [];
  return (
    <>
      <header>
        <h1>Documentation</h1>
        <form action={signOut}>
          <span className="muted">Signed in as {userId}</span>
          <button type="submit">Sign out</button>
        </form>
      </header>
      {errors.length > 0 && <p role="status">Some lists are missing: you may not see them, or they failed to load.</p>}
      {organizations.map((organization) => (
        <OrganizationSection key={organization.id} organization={organization} />
      ))}
      <ChangeRequests spaces={organizations.flatMap(spacesOf)} />
    </>
  );
}

function OrganizationSection({ organization }: { organization: Organization }) {
  const { title, sites, collections } = organization;
  return (
    <section>
      <h2>{title}</h2>
      <h3>Sites</h3>
      <Titles items={sites?.nodes} details={({ sections }) => sections?.nodes} />
      <h3>Collections</h3>
      <Titles items={collections?.nodes} details={({ spaces }) => spaces?.nodes} />
    </section>
  );
}

interface TitlesProps<Item> {
  items: readonly Item[] | undefined;
  details: (item: Item) => readonly { title: string }[] | undefined;
}

function Titles<Item extends { id: string; title: string }>({ items, details }: TitlesProps<Item>) {
  if (items === undefined) return <p className="muted">Not available</p>;
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          {item.title}{' '}
          <span className="muted">
            {details(item)
              ?.map(({ title }) => title)
              .join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function spacesOf({ collections }: Organization) {
  return collections?.nodes.flatMap(({ spaces }) => spaces?.nodes ?? []) ?? [];
}
