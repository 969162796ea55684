import { toOneFrom } from '../../engine/fields/to-one.ts';
import type { SearchPageResolvers, SearchSectionResolvers } from '../../generated/resolvers.ts';
import { PageEntity } from '../contents/entities.ts';
import { spaceContents } from '../contents/space-contents.ts';

export const SearchPage = {
  restId: ({ id }) => id,
  page: toOneFrom(PageEntity, ({ spaceId, id }) => ({ spaceId, pageId: id }), {
    endpoints: [spaceContents.page],
    isOptional: true,
  }),
} satisfies SearchPageResolvers;

export const SearchSection = {
  restId: ({ id }) => id,
} satisfies SearchSectionResolvers;
