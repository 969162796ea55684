import { type Contract, contract } from '../resources/contract.ts';
import type { Organization } from '../resources/organizations/contract.ts';
import type { SearchPage } from '../resources/shared/contract.ts';
import { organizationFor } from './access.ts';
import { badRequest, notFound } from './errors.ts';
import { contains } from './filters.ts';
import type { Handlers, Session } from './handlers.ts';
import type { OrganizationRow, SpaceRow } from './records.ts';
import { organizationRights, spaceRole } from './rights.ts';
import { searchSpace } from './search.ts';
import type { Store } from './store.ts';
import { app, location } from './urls.ts';

/** Organizations. Each caller sees those that they are a member of; its admins change it. */
export const organizations: Handlers<Contract['organizations']> = {
  list: ({ paginate, ...session }) => paginate(ownOrganizations(session), (row) => organizationRecord(session, row)),

  get: ({ path, ...session }) => organizationRecord(session, organizationFor(session, path.organizationId)),

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const organization = organizationFor(session, path.organizationId, 'admin');
    const { logo, defaultContent, ...values } = body;
    if (defaultContent) checkDefaultContent(store, organization, defaultContent);
    store.organizations.update(organization, {
      ...values,
      // Null removes, which the table takes an undefined for.
      ...(logo === undefined ? {} : { logo: logo ?? undefined }),
      ...(defaultContent === undefined ? {} : { defaultContent: defaultContent ?? undefined }),
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

  /** The spaces that the caller can see and that have matching pages, or a title that holds the query. */
  search: ({ path, query, paginate, ...session }) => {
    const { store, caller } = session;
    const organization = organizationFor(session, path.organizationId);
    const found = store.spaces
      .by('organization', organization.id)
      .filter((space) => spaceRole(store, caller.id, space) !== undefined)
      .map((space) => ({ space, pages: searchSpace(store, space, query.query) }))
      .filter((result) => isFound(result, query.query.trim()));
    return paginate(found, ({ space, pages }) => ({ id: space.id, title: space.title, pages }));
  },

  listByEmailDomain: ({ path, ...session }) => {
    const domain = path.emailDomain.toLowerCase();
    const found = ownOrganizations(session).filter((row) =>
      row.emailDomains.some((candidate) => candidate.toLowerCase() === domain),
    );
    return { organizations: found.map((row) => organizationRecord(session, row)) };
  },
};

function ownOrganizations({ store, caller }: Session): OrganizationRow[] {
  return store.memberships
    .by('user', caller.id)
    .filter((membership) => !membership.disabled)
    .flatMap((membership) => store.organizations.get(membership.organization) ?? []);
}

/** An organization's record as the caller sees it; billing is for those who may view it. */
function organizationRecord({ store, caller }: Session, row: OrganizationRow): Organization {
  const { billing, logo, ...facts } = row;
  const permissions = organizationRights(store, caller.id, row);
  return {
    object: 'organization',
    ...facts,
    internal_isOnNewTrial: true,
    ...(permissions.viewBilling && billing !== undefined ? { billing } : {}),
    urls: {
      location: location(contract.organizations.get, { organizationId: row.id }),
      app: app('o', row.id),
      ...(logo === undefined ? {} : { logo }),
    },
    permissions,
  };
}

function isFound({ space, pages }: { space: SpaceRow; pages: readonly SearchPage[] }, query: string): boolean {
  return pages.length > 0 || (query !== '' && contains(space.title, query));
}

/** A site is the one kind of default content that the contract shows. */
function checkDefaultContent(store: Store, organization: OrganizationRow, content: Record<string, unknown>): void {
  const { type, site } = content;
  if (type !== 'site') throw badRequest('body field defaultContent.type: must be "site".');
  if (typeof site !== 'string' || store.sites.get(site)?.organization !== organization.id) {
    throw badRequest('body field defaultContent.site: must be the id of a site of the organization.');
  }
}
