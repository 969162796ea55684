import type { Key } from '../../engine/contract/entity.ts';
import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { embedded, toParent } from '../../engine/fields/to-one.ts';
import { globalId, keyBelow, keyOf, restIdBelow } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  SamlProviderResolvers,
  SsoLoginInfoResolvers,
  UpdateSamlProviderInput,
} from '../../generated/resolvers.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { given } from '../shared/inputs.ts';
import { TeamEntity } from '../teams/contract.ts';
import { SamlProviderEntity, samlProviders } from './contract.ts';

export const SamlProvider = {
  organization: toParent([OrganizationEntity], ({ organizationId }) =>
    Reference.to(OrganizationEntity, { organizationId }),
  ),
  defaultTeam: embedded(TeamEntity, ({ defaultTeam }) => defaultTeam),
} satisfies SamlProviderResolvers;

export const SsoLoginInfo = {
  restId: ({ id }) => id,
} satisfies SsoLoginInfoResolvers;

export const Mutation = {
  createSamlProvider: action(
    samlProviders.create,
    ({ organizationId, label, ...settings }) => {
      const path = keyBelow(OrganizationEntity, {}, organizationId);
      return { path, body: { label, ...settingsOf(settings, path) } };
    },
    ({ result, path }) => ({ samlProvider: Reference.of(SamlProviderEntity, path, result, samlProviders.create) }),
    { defaultTeam: 'defaultTeamId' },
  ),
  updateSamlProvider: action(
    samlProviders.update,
    ({ id, label, ...settings }) => {
      const path = keyOf(SamlProviderEntity, id);
      return { path, body: { label, ...settingsOf(settings, path) } };
    },
    ({ result, path }) => ({ samlProvider: Reference.of(SamlProviderEntity, path, result, samlProviders.update) }),
    { defaultTeam: 'defaultTeamId' },
  ),
  deleteSamlProvider: action(
    samlProviders.delete,
    ({ id }) => ({ path: keyOf(SamlProviderEntity, id) }),
    ({ path }) => ({ deletedId: globalId(SamlProviderEntity, path) }),
  ),
} satisfies Pick<MutationResolvers, 'createSamlProvider' | 'updateSamlProvider' | 'deleteSamlProvider'>;

type Settings = Omit<UpdateSamlProviderInput, 'id' | 'label'>;

function settingsOf({ entityID, certificate, ssoURL, defaultTeamId, defaultRole }: Settings, beside: Key) {
  const defaultTeam = given(defaultTeamId, (id) => restIdBelow(TeamEntity, beside, id));
  return { entityID, certificate, ssoURL, defaultTeam, defaultRole };
}
