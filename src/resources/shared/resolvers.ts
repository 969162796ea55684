import { checkId } from '../../engine/fields/contract-checks.ts';
import { lookup } from '../../engine/fields/reads.ts';
import { toOneFrom } from '../../engine/fields/to-one.ts';
import { property } from '../../engine/fields/values.ts';
import { keyBelow } from '../../engine/relay/global-id.ts';
import type { SearchPageResolvers, SearchSectionResolvers, UserResolvers } from '../../generated/resolvers.ts';
import { PageEntity } from '../contents/entities.ts';
import { MemberEntity, members } from '../members/contract.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import type { User as RestUser } from './contract.ts';

export const User = {
  restId: idOf,
  member: lookup(
    members.get,
    (user, { organizationId }) => ({
      path: { ...keyBelow(OrganizationEntity, {}, organizationId), userId: idOf(user) },
    }),
    MemberEntity,
  ),
  photoUrl: property('photoURL'),
} satisfies UserResolvers;

/** Throws UPSTREAM_CONTRACT for a user without a valid id. */
function idOf({ id }: RestUser): string {
  checkId(id, undefined, 'id');
  return id;
}

export const SearchPage = {
  restId: ({ id }) => id,
  page: toOneFrom(PageEntity, ({ spaceId, id }) => ({ spaceId, pageId: id })),
} satisfies SearchPageResolvers;

export const SearchSection = {
  restId: ({ id }) => id,
} satisfies SearchSectionResolvers;
