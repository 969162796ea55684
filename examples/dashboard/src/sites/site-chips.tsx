import { Chip } from '../components/chip.tsx';
import type { SiteVisibility } from '../gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';

const SiteChipsFragment = graphql(`
  fragment SiteChips on Site {
    isPublished
    visibility
  }
`);

const audiences: Readonly<Record<SiteVisibility, string>> = {
  PUBLIC: 'Public',
  UNLISTED: 'Unlisted',
  SHARE_LINK: 'Share link',
  VISITOR_AUTH: 'Signed-in visitors',
};

/** Whether a site is published, and for whom. */
export function SiteChips({ site }: { site: FragmentType<typeof SiteChipsFragment> }) {
  const { isPublished, visibility } = readFragment(SiteChipsFragment, site);
  return (
    <span className="chips">
      {isPublished ? <Chip tone="positive">Published</Chip> : <Chip>Not published</Chip>}
      <Chip>{audiences[visibility]}</Chip>
    </span>
  );
}
