import type { Clock } from './clock.ts';
import { createRandom, opaqueId } from './random.ts';
import type * as rows from './rows.ts';
import { BackgroundJobs } from './sources/background-jobs.ts';
import { Table } from './table.ts';

/**
 * The complete state of a sandbox: one table for each kind of row, the clock, and the generator of ids. Rows are read with
 * `get` and `by` (an index), and changed only through `insert`, `update` and `remove`, which maintain the indexes.
 */
export type Store = ReturnType<typeof createStore>;

/**
 * Creates an empty store; `seed` determines the ids of the rows that requests create. Those of the seed data have ids of
 * their own, so that both are the same whatever the order of requests.
 */
export function createStore(clock: Clock, seed: number) {
  const random = createRandom(seed);
  return {
    clock,
    /** A new opaque id of 20 URL-safe characters. */
    newId: () => opaqueId(random),
    /** User ids by bearer token. */
    tokens: new Map<string, string>(),
    background: new BackgroundJobs(),
    /** Bytes of imported files, by the file's id. The files of the seed have none. */
    blobs: new Map<string, Buffer>(),
    ...administrationTables(),
    ...siteTables(),
    ...contentTables(),
  };
}

const byId = (row: { id: string }) => row.id;

/** The key of a row that joins two others, such as a membership. */
export const pair = (first: string, second: string) => `${first}/${second}`;

function administrationTables() {
  return {
    users: new Table(byId as (row: rows.UserRow) => string, { email: (row) => row.email.toLowerCase() }),
    organizations: new Table(byId as (row: rows.OrganizationRow) => string, {}),
    /** Keyed by `pair(organization, user)`. */
    memberships: new Table((row: rows.MembershipRow) => pair(row.organization, row.user), {
      organization: (row) => row.organization,
      user: (row) => row.user,
    }),
    linkInvites: new Table(byId as (row: rows.LinkInviteRow) => string, { organization: (row) => row.organization }),
    teams: new Table(byId as (row: rows.TeamRow) => string, { organization: (row) => row.organization }),
    /** Keyed by `pair(team, user)`. */
    teamMemberships: new Table((row: rows.TeamMembershipRow) => pair(row.team, row.user), {
      team: (row) => row.team,
      /** By `pair(organization, user)`. */
      member: (row) => pair(row.organization, row.user),
    }),
    samlProviders: new Table(byId as (row: rows.SamlProviderRow) => string, {
      organization: (row) => row.organization,
    }),
    /** Keyed by `pair(organization, slug)`. */
    openapiSpecs: new Table((row: rows.OpenapiSpecRow) => pair(row.organization, row.slug), {
      organization: (row) => row.organization,
    }),
    openapiSpecVersions: new Table(byId as (row: rows.OpenapiSpecVersionRow) => string, { spec: (row) => row.spec }),
    translations: new Table(byId as (row: rows.TranslationRow) => string, { organization: (row) => row.organization }),
  };
}

function siteTables() {
  return {
    sites: new Table(byId as (row: rows.SiteRow) => string, { organization: (row) => row.organization }),
    sections: new Table(byId as (row: rows.SectionRow) => string, {
      site: (row) => row.site,
      group: (row) => row.group,
    }),
    sectionGroups: new Table(byId as (row: rows.SectionGroupRow) => string, { site: (row) => row.site }),
    siteSpaces: new Table(byId as (row: rows.SiteSpaceRow) => string, {
      site: (row) => row.site,
      section: (row) => row.section,
      space: (row) => row.space,
    }),
    shareLinks: new Table(byId as (row: rows.ShareLinkRow) => string, {
      site: (row) => row.site,
      key: (row) => row.key,
    }),
  };
}

function contentTables() {
  return {
    collections: new Table(byId as (row: rows.CollectionRow) => string, {
      organization: (row) => row.organization,
      parent: (row) => row.parent,
    }),
    /** Its indexes exclude deleted spaces. */
    spaces: new Table(byId as (row: rows.SpaceRow) => string, {
      organization: (row) => (row.deletedAt === undefined ? row.organization : undefined),
      parent: (row) => (row.deletedAt === undefined ? row.parent : undefined),
    }),
    /** Keyed by `pair(space, team)`. */
    grants: new Table((row: rows.GrantRow) => pair(row.space, row.team), {
      space: (row) => row.space,
      team: (row) => row.team,
    }),
    revisions: new Table(byId as (row: rows.RevisionRow) => string, {}),
    changeRequests: new Table(byId as (row: rows.ChangeRequestRow) => string, {
      space: (row) => row.space,
      /** By `pair(space, number)`. */
      number: (row) => pair(row.space, String(row.number)),
    }),
    comments: new Table(byId as (row: rows.CommentRow) => string, {
      /** The comments on the space itself. */
      space: (row) => (row.changeRequest === undefined ? row.space : undefined),
      changeRequest: (row) => row.changeRequest,
    }),
    replies: new Table(byId as (row: rows.ReplyRow) => string, { comment: (row) => row.comment }),
  };
}
