import { changeRequestComments } from './change-request-comments.ts';
import { changeRequestContents } from './change-request-contents.ts';
import { changeRequests } from './change-requests.ts';
import { collections } from './collections.ts';
import { members } from './members.ts';
import { openapiSpecs } from './openapi-specs.ts';
import type { Operation } from './operation.ts';
import { organizations } from './organizations.ts';
import { samlProviders } from './saml-providers.ts';
import { sectionGroups } from './section-groups.ts';
import { shareLinks } from './share-links.ts';
import { siteSections } from './site-sections.ts';
import { siteSpaces } from './site-spaces.ts';
import { sites } from './sites.ts';
import { spaceComments } from './space-comments.ts';
import { spaceContents } from './space-contents.ts';
import { spaces } from './spaces.ts';
import { teamMembers } from './team-members.ts';
import { teams } from './teams.ts';
import { translations } from './translations.ts';

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
