import type { OrganizationRow, Role, SiteRow, SpaceRow } from '../../rows.ts';
import type { SpaceKind } from '../library/index.ts';
import type { Activity } from '../timeline.ts';

export interface SpaceSeed {
  title: string;
  kind: SpaceKind;
  visibility?: SpaceRow['visibility'];
  defaultLevel?: Role;
  editMode?: SpaceRow['editMode'];
  /** The repository that the space is synchronized with. */
  repository?: string;
  /** Working days between its deletion and the sandbox's start. */
  deletedDaysAgo?: number;
  /** `usual` by default. */
  activity?: Activity;
  /** Written by a team that is named after it: its members may edit the space. */
  hasTeam?: boolean;
}

export interface CollectionSeed {
  title: string;
  description?: string;
  defaultLevel?: Role;
  spaces?: readonly SpaceSeed[];
  collections?: readonly CollectionSeed[];
}

export interface SectionSeed {
  title: string;
  icon?: string;
  description?: string;
  group?: string;
  condition?: string;
  /** Titles of spaces; the first is the section's default. */
  spaces: readonly string[];
}

export interface SiteSeed {
  title: string;
  visibility: SiteRow['visibility'];
  published: boolean;
  hostname?: string;
  basename?: string;
  proxy?: string;
  adaptive?: boolean;
  sections?: readonly SectionSeed[];
  /** Titles of spaces at the root level, of a site without sections. */
  spaces?: readonly string[];
  shareLinks?: readonly { name?: string; key: string; active: boolean }[];
  ads?: SiteRow['ads'];
  /** A site without features has no customizations. */
  features?: readonly string[];
}

export interface CompanySeed {
  organization: Omit<OrganizationRow, 'id' | 'createdAt' | 'defaultContent'>;
  /** The domain of its URLs and e-mail addresses. */
  domain: string;
  /** Replaces `{{ version }}`; the titles of spaces replace `%product%`. */
  version: string;
  members: number;
  /** Each of them has a third of the members, and grants on some of the spaces; guests are in the last one. */
  teams: readonly string[];
  /** A team of all active members. */
  teamOfAll?: string;
  collections: readonly CollectionSeed[];
  /** Spaces outside of collections. */
  spaces: readonly SpaceSeed[];
  sites: readonly SiteSeed[];
  specs: readonly string[];
  /** Number of versions of the first specification; the others have two or more. */
  specVersions?: number;
  translations: readonly { title: string; languages: string[] }[];
  samlProviders: readonly string[];
}
