import { shareLinks } from '../contract/share-links.ts';
import type { MutationResolvers, ShareLinkResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { globalId, keyOf } from '../relay/ids.ts';
import { action } from './actions.ts';
import { keyEdge, record } from './fields.ts';

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
