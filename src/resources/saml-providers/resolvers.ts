import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { embedded, keyEdge } from '../../engine/fields/fields.ts';
import { globalId, type Key, keyBelow, keyOf, restIdBelow } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  SamlProviderResolvers,
  SsoLoginInfoResolvers,
  UpdateSamlProviderInput,
} from '../../generated/resolvers.ts';
import { given } from '../shared/inputs.ts';
import { samlProviders } from './contract.ts';

export const SamlProvider = {
  organization: keyEdge(['Organization'], ({ organizationId }) => Reference.to('Organization', { organizationId })),
  defaultTeam: embedded('Team', ({ defaultTeam }) => defaultTeam),
} satisfies SamlProviderResolvers;

export const SsoLoginInfo = {
  restId: ({ id }) => id,
} satisfies SsoLoginInfoResolvers;

export const Mutation = {
  createSamlProvider: action(
    samlProviders.create,
    ({ organizationId, label, ...settings }) => {
      const path = keyBelow('Organization', {}, organizationId);
      return { path, body: { label, ...settingsOf(settings, path) } };
    },
    ({ result, path }) => ({ samlProvider: Reference.of('SamlProvider', path, result, samlProviders.create) }),
    { defaultTeam: 'defaultTeamId' },
  ),
  updateSamlProvider: action(
    samlProviders.update,
    ({ id, label, ...settings }) => {
      const path = keyOf('SamlProvider', id);
      return { path, body: { label, ...settingsOf(settings, path) } };
    },
    ({ result, path }) => ({ samlProvider: Reference.of('SamlProvider', path, result, samlProviders.update) }),
    { defaultTeam: 'defaultTeamId' },
  ),
  deleteSamlProvider: action(
    samlProviders.delete,
    ({ id }) => ({ path: keyOf('SamlProvider', id) }),
    ({ path }) => ({ deletedId: globalId('SamlProvider', path) }),
  ),
} satisfies Pick<MutationResolvers, 'createSamlProvider' | 'updateSamlProvider' | 'deleteSamlProvider'>;

type Settings = Omit<UpdateSamlProviderInput, 'id' | 'label'>;

function settingsOf({ entityID, certificate, ssoURL, defaultTeamId, defaultRole }: Settings, beside: Key) {
  const defaultTeam = given(defaultTeamId, (id) => restIdBelow('Team', beside, id));
  return { entityID, certificate, ssoURL, defaultTeam, defaultRole };
}
