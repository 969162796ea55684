import type { Operation } from '../engine/contract/operation.ts';
import { changeRequestComments } from './change-request-comments/contract.ts';
import { changeRequests } from './change-requests/contract.ts';
import { collections } from './collections/contract.ts';
import { changeRequestContents } from './contents/change-request-contents.ts';
import { spaceContents } from './contents/space-contents.ts';
import { members } from './members/contract.ts';
import { openapiSpecs } from './openapi-specs/contract.ts';
import { organizations } from './organizations/contract.ts';
import { samlProviders } from './saml-providers/contract.ts';
import { sectionGroups } from './section-groups/contract.ts';
import { shareLinks } from './share-links/contract.ts';
import { siteSections } from './site-sections/contract.ts';
import { siteSpaces } from './site-spaces/contract.ts';
import { sites } from './sites/contract.ts';
import { spaceComments } from './space-comments/contract.ts';
import { spaces } from './spaces/contract.ts';
import { teamMembers } from './team-members/contract.ts';
import { teams } from './teams/contract.ts';
import { translations } from './translations/contract.ts';

/** Every operation of the REST contract, grouped by resource. */
export const contract = {
  organizations,
  members,
  teams,
  teamMembers,
  samlProviders,
  openapiSpecs,
  translations,
  sites,
  siteSections,
  sectionGroups,
  siteSpaces,
  shareLinks,
  spaces,
  spaceContents,
  collections,
  changeRequests,
  changeRequestContents,
  spaceComments,
  changeRequestComments,
};
export type Contract = typeof contract;

/** All 131 operations in one list. */
export const operations: readonly Operation[] = Object.values(contract).flatMap((group) =>
  Object.values<Operation>(group),
);
