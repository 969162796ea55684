import type { z } from 'zod';
import type { File, Page, Revision } from '../resources/contents/contract.ts';
import type { Organization } from '../resources/organizations/contract.ts';
import type { role } from '../resources/shared/contract.ts';
import type { Site } from '../resources/sites/records.ts';
import type { Space } from '../resources/spaces/contract.ts';
import type { teamRole } from '../resources/teams/records.ts';

/*
 * The rows of the sandbox's tables. A row holds stored values only: counters, permissions, URLs and embedded records are
 * computed for each response, so they are always current. Rows refer to other rows by id; times are ISO 8601 strings. An
 * optional field without a value is undefined; null appears only where it has its own meaning.
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
  defaultRole?: Role | null;
  defaultContent?: Organization['defaultContent'];
  sso: boolean;
  ai: boolean;
  inviteLinks: boolean;
  customHostname?: string;
  logo?: string;
  billing?: Organization['billing'];
  trial?: Organization['trial'];
  blocked?: Organization['blocked'];
  internal_billingMigration?: Organization['internal_billingMigration'];
}

/** A user in an organization; the key is `organization/user`. A user with role null is a guest. */
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

/** A team's role on a space, in addition to its members' organization roles; the key is `space/team`. */
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

/** The key is `organization/slug`. */
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

/** One version of a specification; the latest is inserted last. */
export interface OpenapiSpecVersionRow {
  id: string;
  /** The specification's id. */
  spec: string;
  createdAt: string;
  /** File contents by file name. */
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
  /** The proxied address as it was set, for example `docs.example.com/path`. */
  proxy?: string;
  adaptiveContent: boolean;
  agentsContext: Site['agentsContext'];
  ads?: Site['ads'];
  features?: Site['features'];
  adaptiveSchema?: { jsonSchema: Record<string, unknown>; updatedAt: string };
}

/** The sections of a site are sorted by `order`. */
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

/** A space on a site, in a section or at the root level; siblings are sorted by `order`. */
export interface SiteSpaceRow {
  id: string;
  site: string;
  section?: string;
  space: string;
  path: string;
  /** Whether it is the default of its level: of its section, or of the site's root. */
  default: boolean;
  condition?: string;
  order: number;
}

export interface ShareLinkRow {
  id: string;
  site: string;
  name?: string;
  /** The secret that `shareKey` must equal; it is part of the link's published URL. */
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
  /** URL of a picture. */
  icon?: string;
  /** The active revision's id. */
  revision: string;
  defaultLevel: Role | null;
  order: number;
}

/**
 * A page of a revision. Pages and revisions are immutable: an edit creates new ones, and revisions share the objects of
 * unchanged pages. Links in `markdown` have the form `/pages/<id>`, `/files/<id>`, `/spaces/<id>` or a URL, and
 * `{{ name }}` is a variable of the page or its revision.
 */
export interface StoredPage extends Omit<Readonly<Page>, 'pages'> {
  readonly title: string;
  readonly slug: string;
  readonly path: string;
  readonly markdown: string;
  readonly pages: readonly StoredPage[];
}

/** One version of a content; spaces and change requests refer to their active revision. */
export interface RevisionRow extends Readonly<Pick<Revision, 'id' | 'reusableContents' | 'variables' | 'git'>> {
  readonly parents: readonly string[];
  readonly pages: readonly StoredPage[];
  readonly files: readonly File[];
  readonly createdAt: string;
}

export const changeRequestStatuses = ['draft', 'open', 'merged', 'archived'] as const;

export type ChangeRequestStatus = (typeof changeRequestStatuses)[number];

export interface ChangeRequestRow {
  id: string;
  space: string;
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  createdBy: string;
  /** Ids of the users who edited it, including the creator. */
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

interface CommentFields {
  id: string;
  postedBy: string;
  postedAt: string;
  editedAt?: string;
  markdown: string;
  reactions: ReactionRow[];
}

/** A comment on a space or, if `changeRequest` is set, on a change request of the space. */
export interface CommentRow extends CommentFields {
  space: string;
  changeRequest?: string;
  page?: string;
  node?: string;
  /** The id of the review of the change request that the comment is part of. */
  review?: string;
  /** The revision that was active when the comment was posted. */
  revision: string;
  resolvedAt?: string;
  resolvedBy?: string;
}

export const isOpen = ({ resolvedAt }: Pick<CommentRow, 'resolvedAt'>): boolean => resolvedAt === undefined;

export interface ReplyRow extends CommentFields {
  comment: string;
}
