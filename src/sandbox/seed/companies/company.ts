import type { OrganizationRow, Role, SiteRow, SpaceRow } from '../../rows.ts';
import type { SpaceKind } from '../library/index.ts';

export interface SpaceSeed {
  title: string;
  kind: SpaceKind;
  visibility?: SpaceRow['visibility'];
  defaultLevel?: Role;
  editMode?: SpaceRow['editMode'];
  /** The repository that the space is synchronized with. */
  repository?: string;
  /** Days between its deletion and the sandbox's start. */
  deletedDaysAgo?: number;
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
  icon: string;
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
  shareLinks?: readonly { name: string; key: string; active: boolean }[];
}

export interface CompanySeed {
  organization: Omit<OrganizationRow, 'id' | 'createdAt' | 'billing' | 'trial' | 'defaultContent'>;
  /** The domain of its URLs and e-mail addresses. */
  domain: string;
  /** Replaces `{{ version }}`; the titles of spaces replace `%product%`. */
  version: string;
  members: number;
  teams: readonly string[];
  collections: readonly CollectionSeed[];
  /** Spaces outside of collections. */
  spaces: readonly SpaceSeed[];
  sites: readonly SiteSeed[];
  specs: readonly string[];
  translations: readonly { title: string; languages: string[] }[];
  samlProviders: readonly string[];
}
