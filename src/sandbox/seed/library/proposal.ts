import type { SpaceKind } from './index.ts';

/** The section that a change request adds to a page. */
export interface Proposal {
  /** Slug of the page; empty for a page whose title is the name of the product. */
  page: string;
  subject: string;
  heading: string;
  text: string;
}

/** The proposals that were written for one page of a kind of space. */
export type Proposals = Readonly<Record<SpaceKind, readonly Proposal[]>>;
