import type { Key } from '../../engine/contract/entity.ts';
import { action, update } from '../../engine/fields/action.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { property } from '../../engine/fields/property.ts';
import { embedded, fromRecord } from '../../engine/fields/record.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { keyBelow, keyOf, restIdBelow } from '../../engine/relay/global-id.ts';
import type {
  SamlProviderResolvers,
  SamlProvidersMutationResolvers,
  SamlServiceResolvers,
  SsoLoginInfoResolvers,
  UpdateSamlProviderInput,
} from '../../generated/resolvers.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { given } from '../shared/inputs.ts';
import { TeamEntity } from '../teams/contract.ts';
import { SamlProviderEntity, samlProviders } from './contract.ts';

export const SamlProvider = {
  organization: toParent(OrganizationEntity),
  entityId: fromRecord(({ entityID }) => entityID),
  ssoUrl: fromRecord(({ ssoURL }) => ssoURL),
  defaultTeam: embedded(TeamEntity, ({ defaultTeam }) => defaultTeam),
} satisfies SamlProviderResolvers;

export const SamlService = {
  acsUrl: property('acsURL'),
  startUrl: property('startURL'),
  entityId: property('entityID'),
} satisfies SamlServiceResolvers;

export const SsoLoginInfo = {
  restId: ({ id }) => id,
  startUrl: property('startURL'),
} satisfies SsoLoginInfoResolvers;

/** What `settingsOf` takes from an input under another name. */
const settingsNames = { entityID: 'entityId', ssoURL: 'ssoUrl', defaultTeam: 'defaultTeamId' };

export const Mutation = {
  createSamlProvider: action(
    samlProviders.create,
    ({ organizationId, label, ...settings }) => {
      const path = keyBelow(OrganizationEntity, {}, organizationId);
      return { path, body: { label, ...settingsOf(settings, path) } };
    },
    ({ record }) => ({ samlProvider: record(SamlProviderEntity) }),
    settingsNames,
  ),
  updateSamlProvider: update(
    samlProviders.update,
    ({ id, label, ...settings }) => {
      const path = keyOf(SamlProviderEntity, id);
      return { path, body: { label, ...settingsOf(settings, path) } };
    },
    ({ record }) => ({ samlProvider: record(SamlProviderEntity) }),
    settingsNames,
  ),
  deleteSamlProvider: deletion(samlProviders.delete, SamlProviderEntity, 'organization', OrganizationEntity),
} satisfies SamlProvidersMutationResolvers;

type Settings = Omit<UpdateSamlProviderInput, 'id' | 'label'>;

function settingsOf({ entityId, certificate, ssoUrl, defaultTeamId, defaultRole }: Settings, beside: Key) {
  const defaultTeam = given(defaultTeamId, (id) => restIdBelow(TeamEntity, beside, id));
  return { entityID: entityId, certificate, ssoURL: ssoUrl, defaultTeam, defaultRole };
}
