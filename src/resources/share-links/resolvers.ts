import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { keyEdge, record } from '../../engine/fields/fields.ts';
import { globalId, keyOf } from '../../engine/relay/global-id.ts';
import type { MutationResolvers, ShareLinkResolvers } from '../../generated/resolvers.ts';
import { shareLinks } from './contract.ts';

export const ShareLink = {
  site: keyEdge(['Site'], ({ organizationId, siteId }) => Reference.to('Site', { organizationId, siteId })),
  isActive: record(({ active }) => active),
} satisfies ShareLinkResolvers;

export const Mutation = {
  createShareLink: action(
    shareLinks.create,
    ({ siteId, name }) => ({ path: keyOf('Site', siteId), body: { name } }),
    ({ result, path }) => ({ shareLink: Reference.of('ShareLink', path, result, shareLinks.create) }),
  ),
  updateShareLink: action(
    shareLinks.update,
    ({ id, isActive, name }) => ({ path: keyOf('ShareLink', id), body: { active: isActive, name } }),
    ({ result, path }) => ({ shareLink: Reference.of('ShareLink', path, result, shareLinks.update) }),
    { active: 'isActive' },
  ),
  deleteShareLink: action(
    shareLinks.delete,
    ({ id }) => ({ path: keyOf('ShareLink', id) }),
    ({ path }) => ({ deletedId: globalId('ShareLink', path) }),
  ),
} satisfies Pick<MutationResolvers, 'createShareLink' | 'updateShareLink' | 'deleteShareLink'>;
