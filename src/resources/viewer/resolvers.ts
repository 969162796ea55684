import type { Context } from '../../engine/data/context.ts';
import { Reference } from '../../engine/data/reference.ts';
import { optionalLookup } from '../../engine/fields/lookup.ts';
import { property } from '../../engine/fields/property.ts';
import { sequence } from '../../engine/fields/sequence.ts';
import { keyBelow } from '../../engine/relay/global-id.ts';
import { RestList } from '../../engine/relay/rest-list.ts';
import type { ViewerQueryResolvers, ViewerResolvers } from '../../generated/resolvers.ts';
import { type Member, MemberEntity, members } from '../members/contract.ts';
import { OrganizationEntity, organizations } from '../organizations/contract.ts';
import type { Viewer as ViewerValue } from './parent-types.ts';

export const Query = {
  viewer: (_parent, _args, { userId }) => (userId === undefined ? null : { id: userId }),
} satisfies ViewerQueryResolvers;

export const Viewer = {
  restId: property('id'),
  // REST has no call for a user: its memberships hold it.
  user: sequence([organizations.list, members.get], memberOf, (member, { id }: ViewerValue) => member?.user ?? { id }),
  member: optionalLookup(
    members.get,
    ({ id }, { organizationId }) => ({
      path: { ...keyBelow(OrganizationEntity, {}, organizationId), userId: id },
    }),
    MemberEntity,
  ),
} satisfies ViewerResolvers;

/** The viewer's membership in the first organization; undefined where there is no organization. */
async function memberOf({ id }: ViewerValue, { cache }: Context): Promise<Member | undefined> {
  const list = new RestList(organizations.list, {}, {}, cache);
  const [first] = list.format.itemsOf(await list.readEnvelope());
  if (first === undefined) return undefined;
  const { organizationId } = Reference.of(OrganizationEntity, {}, first, organizations.list).key;
  return cache.read(members.get, { path: { organizationId, userId: id } });
}
