import type { z } from 'zod';
import type { File, Page, Revision } from '../resources/contents/contract.ts';
import type { Organization } from '../resources/organizations/contract.ts';
import type { role } from '../resources/shared/contract.ts';
import type { Site } from '../resources/sites/records.ts';
import type { Space } from '../resources/spaces/contract.ts';
import type { teamRole } from '../resources/teams/records.ts';

/*
 * What the sandbox stores. A row holds facts only: counters, flags, URLs and embedded records of the answers are worked
 * out when a record is sent, so they are always right. Other rows are named by their ids; times are ISO 8601 strings.
 * An optional field that is not set is absent, never null, unless null has a meaning of its own.
 */

export type Role = z.infer<typeof role>;
export type TeamRole = z.infer<typeof teamRole>;

export interface UserRow {
  id: string;
  displayName: string;
  email: string;
  photoURL?: string;
}

export interface OrganizationRow
  extends Pick<
    Organization,
    'id' | 'title' | 'createdAt' | 'emailDomains' | 'hostname' | 'type' | 'useCase' | 'communityType' | 'plan'
  > {
  defaultRole: Role | null;
  defaultContent?: Organization['defaultContent'];
  sso: boolean;
  ai: boolean;
  inviteLinks: boolean;
  customHostname?: string;
  logo?: string;
  billing?: Organization['billing'];
  trial?: Organization['trial'];
}

/** A user in an organization; the key is `organization/user`. A role of null makes the user a guest. */
export interface MembershipRow {
  organization: string;
  user: string;
  role: Role | null;
  disabled: boolean;
  joinedAt: string;
  lastSeenAt?: string;
  sso: boolean;
}

export interface LinkInviteRow {
  id: string;
  organization: string;
  role: Role;
  createdAt: string;
}

export interface TeamRow {
  id: string;
  organization: string;
  title: string;
  createdAt: string;
}

/** The key is `team/user`. */
export interface TeamMembershipRow {
  organization: string;
  team: string;
  user: string;
  role: TeamRole;
}

/** A team's role on a space, beyond what its members' organization role gives; the key is `space/team`. */
export interface GrantRow {
  space: string;
  team: string;
  role: Role;
}

export interface SamlProviderRow {
  id: string;
  organization: string;
  label: string;
  ssoURL?: string;
  entityID?: string;
  certificate?: string;
  /** A team's id. */
  defaultTeam?: string;
  defaultRole?: Role | null;
  createdAt: string;
  status: string;
}

/** Addressed by `organization/slug`. */
export interface OpenapiSpecRow {
  id: string;
  organization: string;
  slug: string;
  createdAt: string;
  updatedAt: string;
  sourceURL?: string;
  processingState: string;
  lastProcessedAt?: string;
  lastProcessErrorCode?: string;
}

/** One version of a specification; the newest is the one inserted last. */
export interface OpenapiSpecVersionRow {
  id: string;
  /** The specification's id. */
  spec: string;
  createdAt: string;
  url: string;
  /** File names to their contents. */
  filesystem: Record<string, unknown>;
}

export interface TranslationRow {
  id: string;
  organization: string;
  title: string;
  languages: string[];
  createdAt: string;
  updatedAt: string;
}

export interface SiteRow
  extends Pick<Site, 'id' | 'type' | 'title' | 'icon' | 'hostname' | 'visibility' | 'published' | 'createdAt'> {
  organization: string;
  basename?: string;
  /** The proxied address as it was set, `docs.example.com/path`. */
  proxy?: string;
  adaptiveContent: boolean;
  agentsContext: Site['agentsContext'];
  ads?: Site['ads'];
  features?: Site['features'];
  adaptiveSchema?: { jsonSchema: Record<string, unknown>; updatedAt: string };
}

/** Siblings (the sections of a site) stand in the order of `order`. */
export interface SectionRow {
  id: string;
  site: string;
  title: string;
  description?: string;
  path: string;
  condition?: string;
  icon?: string;
  /** A section group's id. */
  group?: string;
  default: boolean;
  order: number;
}

export interface SectionGroupRow {
  id: string;
  site: string;
  title: string;
  icon?: string;
  order: number;
}

/** A space's place on a site, in a section or at the root level; siblings stand in the order of `order`. */
export interface SiteSpaceRow {
  id: string;
  site: string;
  section?: string;
  space: string;
  path: string;
  title: string;
  /** The default of its level: of its section, or of the site's root. */
  default: boolean;
  condition?: string;
  order: number;
}

export interface ShareLinkRow {
  id: string;
  site: string;
  name?: string;
  /** The secret that `shareKey` must equal; it stands in the link's published URL. */
  key: string;
  active: boolean;
  createdAt: string;
}

export interface CollectionRow {
  id: string;
  organization: string;
  parent?: string;
  title: string;
  description?: string;
  defaultLevel: Role | null;
  order: number;
}

export interface SpaceRow
  extends Pick<
    Space,
    'id' | 'title' | 'emoji' | 'visibility' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'visitorAuth' | 'gitSync'
  > {
  organization: string;
  parent?: string;
  editMode: 'live' | 'locked';
  /** The active revision's id. */
  revision: string;
  defaultLevel: Role | null;
  order: number;
}

/**
 * A page as a revision keeps it. Pages and revisions never change: an edit makes new ones, so two revisions that share a
 * page hold the same object. Links in `markdown` go to `/pages/<id>`, `/files/<id>`, `/spaces/<id>` or a URL, and
 * `{{ name }}` stands for a variable of the page or its revision.
 */
export interface StoredPage extends Omit<Readonly<Page>, 'pages'> {
  readonly title: string;
  readonly slug: string;
  readonly path: string;
  readonly markdown: string;
  readonly pages: readonly StoredPage[];
}

/** The state of a content at one time; spaces and change requests name the one that is active. */
export interface RevisionRow extends Readonly<Pick<Revision, 'id' | 'reusableContents' | 'variables' | 'git'>> {
  readonly parents: readonly string[];
  readonly pages: readonly StoredPage[];
  readonly files: readonly File[];
  readonly createdAt: string;
}

export type ChangeRequestStatus = 'draft' | 'open' | 'merged' | 'archived';

export interface ChangeRequestRow {
  id: string;
  space: string;
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  createdBy: string;
  /** Ids of the users who edited it, the creator among them. */
  contributors: string[];
  createdAt: string;
  updatedAt: string;
  revision: string;
  revisionInitial: string;
  revisionMergedAncestor?: string;
  revisionMerged?: string;
}

export interface ReactionRow {
  emoji: string;
  user: string;
  reactedAt: string;
}

interface PostedRow {
  id: string;
  postedBy: string;
  postedAt: string;
  editedAt?: string;
  markdown: string;
  reactions: ReactionRow[];
}

/** A comment on a space or, where `changeRequest` is set, on a change request of it. */
export interface CommentRow extends PostedRow {
  space: string;
  changeRequest?: string;
  page?: string;
  node?: string;
  /** The revision that was active when it was posted. */
  revision: string;
  resolvedAt?: string;
  resolvedBy?: string;
}

export interface ReplyRow extends PostedRow {
  comment: string;
}
