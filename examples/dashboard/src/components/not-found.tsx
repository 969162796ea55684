import { Link } from '../router/router.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHeading } from './page-heading.tsx';

/** Says that an address names nothing, or nothing that the token may see. */
export function NotFound({ what }: { what: string }) {
  return (
    <>
      <PageHeading title="Not found" />
      <EmptyState title={`${what} does not exist, or you cannot see it.`}>
        Go to the <Link href="/">list of sites</Link>.
      </EmptyState>
    </>
  );
}
