import { changeRequests } from './change-requests.ts';
import { collections } from './collections.ts';
import { changeRequestComments, spaceComments } from './comments.ts';
import { changeRequestContents, spaceContents } from './contents.ts';
import type { AllHandlers } from './handlers.ts';
import { members } from './members.ts';
import { openapiSpecs } from './openapi-specs.ts';
import { organizations } from './organizations.ts';
import { samlProviders } from './saml-providers.ts';
import { sectionGroups } from './section-groups.ts';
import { shareLinks } from './share-links.ts';
import { siteSections } from './site-sections.ts';
import { siteSpaces } from './site-spaces.ts';
import { sites } from './sites.ts';
import { spaces } from './spaces.ts';
import { teamMembers } from './team-members.ts';
import { teams } from './teams.ts';
import { translations } from './translations.ts';

/** The handlers of all operations, from which the app creates its routes. A missing handler is a compile error. */
export const allHandlers: AllHandlers = {
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
