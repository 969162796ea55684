import { lazy, Suspense } from 'react';
import { ClientProvider } from './apollo/client-provider.tsx';
import { Logo } from './components/logo.tsx';
import { NotFound } from './components/not-found.tsx';
import { RefreshButton } from './components/refresh-button.tsx';
import { RequestBar } from './components/request-bar.tsx';
import { Skeleton } from './components/skeleton.tsx';
import { Link, matchPath, navigate, usePath } from './router/router.tsx';
import { useSession } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { SitePage } from './site/site-page.tsx';
import { SitesPage } from './sites/sites-page.tsx';

// Only this page needs the Markdown library.
const ChangeRequestPage = lazy(async () => {
  const { ChangeRequestPage } = await import('./change-requests/change-request-page.tsx');
  return { default: ChangeRequestPage };
});

export function App() {
  const { token, problem, signIn, signOut, reject } = useSession();
  const leave = () => {
    signOut();
    navigate('/');
  };
  if (token === undefined) return <SignIn problem={problem} onSignIn={signIn} />;
  return (
    <ClientProvider token={token} onUnauthenticated={reject}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="top-bar">
        <Link href="/" className="brand">
          <Logo />
          Dashboard
        </Link>
        <RequestBar />
        <span className="resolve">
          <RefreshButton />
          <button type="button" className="button quiet" onClick={leave}>
            Sign out
          </button>
        </span>
      </header>
      <main id="main" className="page">
        <Page />
      </main>
    </ClientProvider>
  );
}

const changeRequestPath = '/sites/:siteId/spaces/:spaceId/change-requests/:changeRequestId';

/** The page that the address names. Its key makes React start anew, with its own loading and error states. */
function Page() {
  const path = usePath();
  const sites = matchPath('/', path) ?? matchPath('/organizations/:organizationId', path);
  if (sites) return <SitesPage organizationId={sites.organizationId} />;
  const { siteId, spaceId } =
    matchPath('/sites/:siteId', path) ?? matchPath('/sites/:siteId/spaces/:spaceId', path) ?? {};
  if (siteId !== undefined) return <SitePage key={siteId} siteId={siteId} spaceId={spaceId} />;
  const { changeRequestId, ...parents } = matchPath(changeRequestPath, path) ?? {};
  if (changeRequestId !== undefined && parents.siteId !== undefined) {
    return (
      <Suspense key={changeRequestId} fallback={<Skeleton label="Loading the change request" rows={6} />}>
        <ChangeRequestPage changeRequestId={changeRequestId} siteId={parents.siteId} />
      </Suspense>
    );
  }
  return <NotFound what="This page" />;
}
