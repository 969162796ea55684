import { type Contract, contract } from '../resources/contract.ts';
import type { Organization } from '../resources/organizations/contract.ts';
import { organizationFor } from './access.ts';
import { badField, fieldConflict, notFound } from './errors.ts';
import type { Handlers, Session } from './handlers.ts';
import { organizationPermissions, spaceRole } from './permissions.ts';
import type { OrganizationRow } from './rows.ts';
import { searchPage, searchSpaces } from './search.ts';
import type { Store } from './store.ts';
import { changesIn } from './table.ts';
import { apiUrl, appUrl } from './urls.ts';

/** Organizations. Callers see the organizations that they are a member of; admins update them. */
export const organizations: Handlers<Contract['organizations']> = {
  list: ({ paginate, ...session }) => paginate(ownOrganizations(session), (row) => organizationRecord(session, row)),

  get: ({ path, ...session }) => organizationRecord(session, organizationFor(session, path.organizationId)),

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const organization = organizationFor(session, path.organizationId, 'admin');
    const { defaultRole, ...values } = body;
    if (values.hostname !== undefined) requireFreeHostname(store, organization, values.hostname);
    if (values.defaultContent) validateDefaultContent(store, organization, values.defaultContent);
    store.organizations.update(organization, {
      ...changesIn(values),
      // Null is a role of its own, that of guests.
      ...(defaultRole === undefined ? {} : { defaultRole }),
    });
    return organizationRecord(session, organization);
  },

  deleteLinkInvite: ({ path, ...session }) => {
    const { store } = session;
    organizationFor(session, path.organizationId, 'admin');
    const invite = store.linkInvites.get(path.inviteId);
    if (invite?.organization !== path.organizationId) throw notFound('link invite', path.inviteId);
    store.linkInvites.remove(invite);
  },

  /** The visible spaces that have matching pages, or whose title contains the query; the best first. */
  search: async ({ path, query, paginate, ...session }) => {
    const { store, caller } = session;
    const organization = organizationFor(session, path.organizationId);
    const visible = store.spaces
      .by('organization', organization.id)
      .filter((space) => spaceRole(store, caller.id, space) !== undefined);
    const found = await searchSpaces(store, visible, query.query);
    return paginate(found, ({ space, matches }) => ({
      id: space.id,
      title: space.title,
      pages: matches.map((match) => searchPage(space, match)),
    }));
  },

  listByEmailDomain: ({ path, ...session }) => {
    const domain = path.emailDomain.toLowerCase();
    const matching = ownOrganizations(session).filter((row) =>
      row.emailDomains.some((candidate) => candidate.toLowerCase() === domain),
    );
    return { organizations: matching.map((row) => organizationRecord(session, row)) };
  },
};

/** The organizations that the caller is an active member of. */
export function ownOrganizations({ store, caller }: Session): OrganizationRow[] {
  return store.memberships
    .by('user', caller.id)
    .filter((membership) => !membership.disabled)
    .flatMap((membership) => store.organizations.get(membership.organization) ?? []);
}

/** An organization's record for the caller; it includes billing only with the permission `viewBilling`. */
function organizationRecord({ store, caller }: Session, row: OrganizationRow): Organization {
  const { billing, logo, ...fields } = row;
  const permissions = organizationPermissions(store, caller.id, row);
  return {
    object: 'organization',
    ...fields,
    internal_isOnNewTrial: true,
    billing: permissions.viewBilling ? billing : undefined,
    urls: {
      location: apiUrl(contract.organizations.get, { organizationId: row.id }),
      app: appUrl('o', row.id),
      logo,
    },
    permissions,
  };
}

/** The pattern of subdomains (contract part 2, Subdomain). */
const subdomain = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;

/** Sites without a host name of their own are published there. @throws 400, or 409 if another organization has it */
function requireFreeHostname(store: Store, organization: OrganizationRow, hostname: string): void {
  if (!subdomain.test(hostname)) {
    throw badField('hostname', 'It must have a-z, 0-9 and dashes only, and no dash at its ends.');
  }
  if (store.organizations.all().some((other) => other !== organization && other.hostname === hostname)) {
    throw fieldConflict('hostname', `Another organization has the host name "${hostname}".`);
  }
}

/** A site is the only kind of default content in the contract. @throws 400 */
function validateDefaultContent(store: Store, organization: OrganizationRow, content: Record<string, unknown>): void {
  const { type, site, ...others } = content;
  if (type !== 'site') throw badField('defaultContent.type', 'It must be "site".');
  if (typeof site !== 'string' || store.sites.get(site)?.organization !== organization.id) {
    throw badField('defaultContent.site', 'It must be the id of a site of the organization.');
  }
  // Another field could be nested too deeply for the responses that would contain it.
  const [name] = Object.keys(others);
  if (name !== undefined) throw badField(['defaultContent', name], 'Default content has no such field.');
}
