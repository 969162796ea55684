import { type Contract, contract } from '../resources/contract.ts';
import type { TranslationConfiguration } from '../resources/translations/contract.ts';
import { notFound } from './errors.ts';
import type { Handlers, Session } from './handlers.ts';
import { settingsPermissions } from './permissions.ts';
import type { TranslationRow } from './rows.ts';
import { settingsOrganization } from './settings-access.ts';
import { apiUrl } from './urls.ts';

/** Translation settings. New ones have no languages, because the contract has no field to set them. */
export const translations: Handlers<Contract['translations']> = {
  list: ({ path, paginate, ...session }) => {
    const { id } = settingsOrganization(session, path.organizationId, 'view');
    return paginate(session.store.translations.by('organization', id), (row) => translationRecord(session, row));
  },

  create: ({ path, body, ...session }) => {
    const { store } = session;
    const organization = settingsOrganization(session, path.organizationId, 'edit');
    const now = store.clock.iso();
    const row = store.translations.insert({
      id: store.newId(),
      organization: organization.id,
      title: body.title,
      languages: [],
      createdAt: now,
      updatedAt: now,
    });
    return translationRecord(session, row);
  },

  get: ({ path, ...session }) => translationRecord(session, translationFor(session, path, 'view')),

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const row = translationFor(session, path, 'edit');
    store.translations.update(row, { title: body.title, updatedAt: store.clock.iso() });
    return translationRecord(session, row);
  },

  delete: ({ path, ...session }) => {
    session.store.translations.remove(translationFor(session, path, 'edit'));
  },
};

function translationRecord({ store, caller }: Session, row: TranslationRow): TranslationConfiguration {
  const { organization, ...fields } = row;
  return {
    object: 'translation-settings',
    ...fields,
    permissions: settingsPermissions(store, caller.id, organization),
    urls: {
      location: apiUrl(contract.translations.get, { organizationId: organization, translationSettingsId: row.id }),
    },
  };
}

function translationFor(
  session: Session,
  { organizationId, translationSettingsId }: { organizationId: string; translationSettingsId: string },
  permission: 'view' | 'edit',
): TranslationRow {
  settingsOrganization(session, organizationId, permission);
  const row = session.store.translations.get(translationSettingsId);
  if (row?.organization !== organizationId) throw notFound('translation settings', translationSettingsId);
  return row;
}
