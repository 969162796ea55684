import { organizationFor } from './access.ts';
import { forbidden } from './errors.ts';
import type { Session } from './handlers.ts';
import { settingsPermissions } from './permissions.ts';
import type { OrganizationRow } from './rows.ts';

/**
 * Returns the organization if the caller may view, or edit, its API specifications and translation settings.
 * @throws 404 if it does not exist or the caller is not a member, 403 if the permission is missing.
 */
export function settingsOrganization(session: Session, id: string, permission: 'view' | 'edit'): OrganizationRow {
  const organization = organizationFor(session, id);
  if (!settingsPermissions(session.store, session.caller.id, id)[permission]) {
    throw forbidden(`The "${permission}" permission on the organization's settings is required.`);
  }
  session.store.openapiSpecs.load('organization', id);
  session.store.translations.load('organization', id);
  return organization;
}
