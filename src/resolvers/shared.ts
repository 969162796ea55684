import type { SearchPageResolvers, SearchSectionResolvers, UserResolvers } from '../generated/resolvers.ts';
import { globalId } from '../relay/ids.ts';

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
