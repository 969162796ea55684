import { organizationFor } from './access.ts';
import { forbidden } from './errors.ts';
import type { Session } from './handlers.ts';
import type { OrganizationRow } from './records.ts';
import { settingsRights } from './rights.ts';

/**
 * The organization, if the caller may look at, or edit, its API specifications and translation settings.
 * @throws 404 where it does not exist or the caller is no member, 403 where the right is missing.
 */
export function settingsOrganization(session: Session, id: string, right: 'view' | 'edit'): OrganizationRow {
  const organization = organizationFor(session, id);
  if (!settingsRights(session.store, session.caller.id, id)[right]) {
    throw forbidden(`The permission "${right}" on the organization's settings is needed.`);
  }
  return organization;
}
