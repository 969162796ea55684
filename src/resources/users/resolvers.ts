import { checkId } from '../../engine/fields/contract-checks.ts';
import { optionalLookup } from '../../engine/fields/lookup.ts';
import { property } from '../../engine/fields/property.ts';
import { keyBelow } from '../../engine/relay/global-id.ts';
import type { UserResolvers } from '../../generated/resolvers.ts';
import { MemberEntity, members } from '../members/contract.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import type { User as RestUser } from '../shared/contract.ts';

export const User = {
  restId: idOf,
  member: optionalLookup(
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
