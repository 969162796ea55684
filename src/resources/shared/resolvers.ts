import { globalId } from '../../engine/relay/global-id.ts';
import type { SearchPageResolvers, SearchSectionResolvers, UserResolvers } from '../../generated/resolvers.ts';

export const User = {
  id: ({ id }) => globalId('User', { userId: id }),
  restId: ({ id }) => id,
} satisfies UserResolvers;

export const SearchPage = {
  restId: ({ id }) => id,
} satisfies SearchPageResolvers;

export const SearchSection = {
  restId: ({ id }) => id,
} satisfies SearchSectionResolvers;
