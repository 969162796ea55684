import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Link } from '../router/router.tsx';

const SiteSpaceLinkFragment = graphql(`
  fragment SiteSpaceLink on SiteSpace {
    title
    space {
      id
      emoji
      openChangeRequestCount
    }
  }
`);

/** A space of a site, with the number of its open change requests. */
export function SiteSpaceLink(props: {
  siteSpace: FragmentType<typeof SiteSpaceLinkFragment>;
  siteId: string;
  spaceId: string | undefined;
}) {
  const { title, space } = readFragment(SiteSpaceLinkFragment, props.siteSpace);
  if (!space) return <span className="space-link muted">{title}</span>;
  const { id, emoji, openChangeRequestCount: count } = space;
  return (
    <Link
      href={`/sites/${props.siteId}/spaces/${id}`}
      className="space-link"
      aria-current={id === props.spaceId ? 'page' : undefined}
    >
      <span aria-hidden="true" className="emoji">
        {emoji}
      </span>
      <span className="space-title">{title}</span>
      <span className="count">
        {count}
        <span className="visually-hidden"> open change requests</span>
      </span>
    </Link>
  );
}
