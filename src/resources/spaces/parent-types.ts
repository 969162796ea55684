import type { SearchPage } from '../shared/contract.ts';

/** A page that a search in a space found. */
export type FoundPage = SearchPage & { spaceId: string };
