import type { OrganizationRow, Role, SiteRow, SpaceRow } from '../../records.ts';
import type { SpaceKind } from '../library/index.ts';

export interface SpaceSeed {
  title: string;
  kind: SpaceKind;
  visibility?: SpaceRow['visibility'];
  defaultLevel?: Role;
  editMode?: SpaceRow['editMode'];
  /** A repository that the space is said to be synchronised with. */
  repository?: string;
  /** How many days before the sandbox's start it was deleted. */
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
  /** The domain of its addresses and e-mails. */
  domain: string;
  /** Product names that fill `%product%` come from the spaces' titles; this one fills `{{ version }}`. */
  version: string;
  members: number;
  teams: readonly string[];
  collections: readonly CollectionSeed[];
  /** Spaces that stand in no collection. */
  spaces: readonly SpaceSeed[];
  sites: readonly SiteSeed[];
  specs: readonly string[];
  translations: readonly { title: string; languages: string[] }[];
  samlProviders: readonly string[];
}
