import { truncate } from '../../texts.ts';
import { pagesOf } from '../content.ts';
import { companyProposals } from './company-proposals.ts';
import { generalProposals } from './general-proposals.ts';
import type { SpaceKind } from './index.ts';
import { productProposals } from './product-proposals.ts';
import type { Proposal, Proposals } from './proposal.ts';

const proposals: Proposals = { ...productProposals, ...companyProposals };

const pools = new Map<SpaceKind, readonly Proposal[]>();

/** The proposal of a space's change request. Change requests with near numbers, and near spaces, have different ones. */
export function proposalFor(kind: SpaceKind, space: number, number: number): Proposal {
  const pool = poolOf(kind);
  const proposal = pool[(space * 5 + number - 1) % pool.length];
  if (proposal === undefined) throw new Error(`The library has no proposals for ${kind}`);
  return proposal;
}

/** The proposals of a kind, in turn with those that fit any page, and then the rest of the latter. */
function poolOf(kind: SpaceKind): readonly Proposal[] {
  const known = pools.get(kind);
  if (known !== undefined) return known;
  const general = generalFor(kind);
  const own = proposals[kind];
  const pool = [...own.flatMap((proposal, i) => [proposal, ...general.slice(i, i + 1)]), ...general.slice(own.length)];
  pools.set(kind, pool);
  return pool;
}

/** Each proposal that fits any page, for each page of a kind; neighbours differ in both. */
function generalFor(kind: SpaceKind): Proposal[] {
  const pages = pagesOf(kind);
  return Array.from({ length: pages.length * generalProposals.length }, (_, i) => {
    const page = pages[i % pages.length];
    const general = generalProposals[((i % pages.length) + Math.floor(i / pages.length)) % generalProposals.length];
    if (page === undefined || general === undefined) throw new Error(`The library has no pages of ${kind}`);
    const title = page.title.includes('%product%') ? 'Start page' : page.title;
    return { ...general, page: page.slug, subject: truncate(general.subject.replaceAll('%page%', title), 100) };
  });
}
