import type { KeyOf } from '../../engine/contract/entity.ts';
import type { Reference } from '../../engine/data/reference.ts';
import type { ContentReference, LinkReference } from '../links/contract.ts';
import type { Cover } from './contract.ts';
import type { PageEntity, RevisionEntity } from './entities.ts';

/** A page in the flat list of a page tree. */
export interface ListedPage {
  page: Reference<typeof PageEntity>;
  depth: number;
  parent: Reference<typeof PageEntity> | null;
}

/** The key of a content: a space's, or a change request's. */
export type ContentKey = KeyOf<typeof RevisionEntity>;

/** A page's cover, with the key of the content that holds its files. */
export interface CoverOfContent {
  cover: Cover;
  content: ContentKey;
}

export interface LinkInContent extends LinkReference {
  content: ContentKey;
}

/** A reference, with the key of the content that it is in: a file of its space is one of that content. */
export interface ReferenceInContent {
  reference: ContentReference;
  content: ContentKey;
}
