import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '../router/router.tsx';

export interface Crumb {
  title: string;
  href: string;
}

// The first page takes no focus: a screen reader starts at its top.
let isFirstPage = true;

/** The heading of a page, below the path to it. It takes the focus when the page opens, so that screen readers read it. */
export function PageHeading({
  title,
  prefix,
  crumbs,
}: {
  title: string;
  prefix?: ReactNode;
  crumbs?: readonly Crumb[];
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Dashboard`;
  }, [title]);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <>
      {crumbs && (
        <nav aria-label="Breadcrumb" className="breadcrumb">
          <ol>
            {crumbs.map(({ title: name, href }) => (
              <li key={href}>
                <Link href={href}>{name}</Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {prefix}
        {title}
      </h1>
    </>
  );
}
