import { type OrganizationPartsFragment, OverviewDocument } from '../gql/graphql';
import { type Attempt, attempt } from '../lib/attempt';
import { execute } from '../lib/execute';
import { currentSession } from '../lib/session';
import { ChangeRequests } from './change-requests/change-requests';
import { RequestBar } from './request-bar';
import { signOut } from './sign-in/actions';

export default async function Page() {
  // Reading the session also tells Next.js to render this page for each request, and not in the build.
  const { userId } = await currentSession();
  const { data, restCalls } = await execute(OverviewDocument, {});
  const { value: userName } = attempt(() => data.viewer?.user.displayName);
  const { value: organizations = [], problem } = attempt(() => data.organizations.nodes);
  return (
    <>
      <RequestBar restCalls={restCalls} />
      <header>
        <h1>Documentation</h1>
        <form action={signOut}>
          <span className="muted">Signed in as {userName ?? userId}</span>
          <button type="submit">Sign out</button>
        </form>
      </header>
      {problem !== undefined && <p role="status">{problem}</p>}
      {organizations.map((organization) => (
        <OrganizationSection key={organization.id} organization={organization} />
      ))}
      <ChangeRequests spaces={organizations.flatMap(spacesOf)} />
    </>
  );
}

function OrganizationSection({ organization }: { organization: OrganizationPartsFragment }) {
  return (
    <section>
      <h2>{organization.title}</h2>
      <h3>Sites</h3>
      <Titles items={attempt(() => organization.sites.nodes)} details={({ sections }) => sections.nodes} />
      <h3>Collections</h3>
      <Titles items={attempt(() => organization.collections.nodes)} details={({ spaces }) => spaces.nodes} />
    </section>
  );
}

interface Titled {
  id: string;
  title: string;
}

interface TitlesProps<Item> {
  items: Attempt<readonly Item[]>;
  details: (item: Item) => readonly Titled[];
}

function Titles<Item extends Titled>({ items, details }: TitlesProps<Item>) {
  if (items.problem !== undefined) return <p className="muted">Not available: {items.problem}</p>;
  return (
    <ul>
      {items.value.map((item) => (
        <li key={item.id}>
          {item.title} <Details items={attempt(() => details(item))} />
        </li>
      ))}
    </ul>
  );
}

function Details({ items: { value, problem } }: { items: Attempt<readonly Titled[]> }) {
  return <span className="muted">{value?.map(({ title }) => title).join(', ') ?? problem}</span>;
}

/** Those that could be read. */
function spacesOf(organization: OrganizationPartsFragment): readonly Titled[] {
  const { value: collections = [] } = attempt(() => organization.collections.nodes);
  return collections.flatMap((collection) => attempt(() => collection.spaces.nodes).value ?? []);
}
