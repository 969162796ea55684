import { type Contract, contract } from '../resources/contract.ts';
import type { SamlProvider } from '../resources/saml-providers/contract.ts';
import { organizationFor } from './access.ts';
import { badField, notFound } from './errors.ts';
import type { Handlers, Session } from './handlers.ts';
import type { SamlProviderRow } from './rows.ts';
import type { Store } from './store.ts';
import { teamRecord } from './team-records.ts';
import { apiUrl, appUrl } from './urls.ts';

/** SAML providers. Only the organization's admins can use them, except for the login infos, which all members can read. */
export const samlProviders: Handlers<Contract['samlProviders']> = {
  list: ({ path, paginate, ...session }) => {
    const { id } = organizationFor(session, path.organizationId, 'admin');
    return paginate(session.store.samlProviders.by('organization', id), (row) => providerRecord(session, row));
  },

  create: ({ path, body, ...session }) => {
    const { store } = session;
    const { id: organization } = organizationFor(session, path.organizationId, 'admin');
    requireTeam(store, organization, body.defaultTeam);
    const row = store.samlProviders.insert({
      id: store.newId(),
      organization,
      ...body,
      createdAt: store.clock.iso(),
      status: 'active',
    });
    return providerRecord(session, row);
  },

  get: ({ path, ...session }) => providerRecord(session, providerFor(session, path)),

  delete: ({ path, ...session }) => {
    session.store.samlProviders.remove(providerFor(session, path));
  },

  update: ({ path, body, ...session }) => {
    const provider = providerFor(session, path);
    requireTeam(session.store, provider.organization, body.defaultTeam);
    return providerRecord(session, session.store.samlProviders.update(provider, body));
  },

  /** The providers that members can sign in with: active, and with the identity provider's URL. */
  loginInfos: ({ path, ...session }) => {
    const { id } = organizationFor(session, path.organizationId);
    const usable = session.store.samlProviders
      .by('organization', id)
      .filter((row) => row.status === 'active' && row.ssoURL !== undefined);
    return { items: usable.map((row) => ({ id: row.id, label: row.label, startURL: serviceUrl(row, 'start') })) };
  },
};

function providerRecord(session: Session, row: SamlProviderRow): SamlProvider {
  const { organization, defaultTeam, ...fields } = row;
  const team = defaultTeam === undefined ? undefined : session.store.teams.get(defaultTeam);
  return {
    object: 'saml-provider',
    ...fields,
    defaultTeam: team && teamRecord(session, team),
    service: {
      acsURL: serviceUrl(row, 'acs'),
      startURL: serviceUrl(row, 'start'),
      entityID: serviceUrl(row, 'metadata'),
    },
    urls: { location: apiUrl(contract.samlProviders.get, { organizationId: organization, samlProviderId: row.id }) },
  };
}

const serviceUrl = (row: SamlProviderRow, end: string) => appUrl('saml', row.id, end);

function providerFor(
  session: Session,
  { organizationId, samlProviderId }: { organizationId: string; samlProviderId: string },
): SamlProviderRow {
  organizationFor(session, organizationId, 'admin');
  session.store.samlProviders.load('organization', organizationId);
  const row = session.store.samlProviders.get(samlProviderId);
  if (row?.organization !== organizationId) throw notFound('SAML provider', samlProviderId);
  return row;
}

function requireTeam(store: Store, organization: string, team: string | undefined): void {
  if (team !== undefined && store.teams.get(team)?.organization !== organization) {
    throw badField('defaultTeam', `The organization has no team "${team}".`);
  }
}
