import { action, update } from '../../engine/fields/action.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { keyOf } from '../../engine/relay/global-id.ts';
import type { ShareLinkResolvers, ShareLinksMutationResolvers } from '../../generated/resolvers.ts';
import { SiteEntity } from '../sites/contract.ts';
import { ShareLinkEntity, shareLinks } from './contract.ts';

export const ShareLink = {
  site: toParent(SiteEntity),
  isActive: fromRecord(({ active }) => active),
} satisfies ShareLinkResolvers;

export const Mutation = {
  createShareLink: action(
    shareLinks.create,
    ({ siteId, name }) => ({ path: keyOf(SiteEntity, siteId), body: { name } }),
    ({ record }) => ({ shareLink: record(ShareLinkEntity) }),
  ),
  updateShareLink: update(
    shareLinks.update,
    ({ id, isActive, name }) => ({ path: keyOf(ShareLinkEntity, id), body: { active: isActive, name } }),
    ({ record }) => ({ shareLink: record(ShareLinkEntity) }),
    { active: 'isActive' },
  ),
  deleteShareLink: deletion(shareLinks.delete, ShareLinkEntity, 'site', SiteEntity),
} satisfies ShareLinksMutationResolvers;
