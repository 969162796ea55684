import { property } from '../../engine/fields/values.ts';
import { globalId } from '../../engine/relay/global-id.ts';
import type { SearchPageResolvers, SearchSectionResolvers, UserResolvers } from '../../generated/resolvers.ts';
import { UserIdentity } from '../shared/contract.ts';

export const User = {
  id: ({ id }) => globalId(UserIdentity, { userId: id }),
  restId: ({ id }) => id,
  photoUrl: property('photoURL'),
} satisfies UserResolvers;

export const SearchPage = {
  restId: ({ id }) => id,
} satisfies SearchPageResolvers;

export const SearchSection = {
  restId: ({ id }) => id,
} satisfies SearchSectionResolvers;
