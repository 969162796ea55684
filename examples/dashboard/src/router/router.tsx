import { type ComponentProps, type MouseEvent, useSyncExternalStore } from 'react';

/** Routing in thirty lines. An application with more than a few pages uses a library. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** Opens a page of the dashboard. */
export function navigate(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
}

/** A link to a page of the dashboard, which a new tab can open, too. */
export function Link({ href, ...props }: ComponentProps<'a'> & { href: string }) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return <a {...props} href={href} onClick={onClick} />;
}

/** The parts of a path that a pattern such as `/sites/:siteId` names; undefined if the path does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const source = pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${source}/?$`).exec(path);
  return match ? { ...match.groups } : undefined;
}

function subscribe(onChange: () => void): () => void {
  addEventListener('popstate', onChange);
  return () => removeEventListener('popstate', onChange);
}
