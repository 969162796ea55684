import type { KeyOf } from '../../engine/contract/entity.ts';
import type { Reference } from '../../engine/data/reference.ts';
import type { CommentTarget, TargetPage as TargetPageRecord } from '../comments/contract.ts';
import type { Cover as CoverRecord } from '../contents/contract.ts';
import type { PublishedSite } from '../sites/contract.ts';
import type { SearchPage } from './contract.ts';

/** What a comment is about, with the key of the comment, below which the ids in it stand. */
export interface Target {
  target: CommentTarget;
  key: KeyOf<'SpaceComment'> | KeyOf<'ChangeRequestComment'>;
}

/** The page that a comment is about, as it was when the comment was posted. */
export interface TargetPage {
  page: TargetPageRecord;
  key: Target['key'];
}

/** A page in the flat list of a page tree. */
export interface ListedPage {
  page: Reference<'Page'>;
  depth: number;
  parent: Reference<'Page'> | null;
}

/** The key of a content: a space's, or a change request's. */
export type ContentKey = KeyOf<'Revision'>;

/** A page's cover, with the key of the content that holds its files. */
export interface Cover {
  cover: CoverRecord;
  content: ContentKey;
}

/** A published site, with the key of the site. */
export interface Published {
  published: PublishedSite;
  key: KeyOf<'Site'>;
}

/** A page that a search in a space found. */
export type FoundPage = SearchPage & { spaceId: string };
