import type { Endpoint } from '../engine/contract/endpoint.ts';
import {
  ChangeRequestCommentEntity,
  ChangeRequestCommentReplyEntity,
  changeRequestComments,
} from './change-request-comments/contract.ts';
import { ChangeRequestEntity, changeRequests } from './change-requests/contract.ts';
import { CollectionEntity, collections } from './collections/contract.ts';
import { changeRequestContents } from './contents/change-request-contents.ts';
import { FileEntity, PageEntity, RevisionEntity } from './contents/entities.ts';
import { spaceContents } from './contents/space-contents.ts';
import { MemberEntity, members } from './members/contract.ts';
import { OpenApiSpecEntity, OpenApiSpecVersionEntity, openapiSpecs } from './openapi-specs/contract.ts';
import { OrganizationEntity, organizations } from './organizations/contract.ts';
import { SamlProviderEntity, samlProviders } from './saml-providers/contract.ts';
import { SiteSectionGroupEntity, sectionGroups } from './section-groups/contract.ts';
import { ShareLinkEntity, shareLinks } from './share-links/contract.ts';
import { SiteSectionEntity, siteSections } from './site-sections/contract.ts';
import { SiteSpaceEntity, siteSpaces } from './site-spaces/contract.ts';
import { SiteEntity, sites } from './sites/contract.ts';
import { SpaceCommentEntity, SpaceCommentReplyEntity, spaceComments } from './space-comments/contract.ts';
import { SpaceEntity, spaces } from './spaces/contract.ts';
import { TeamMemberEntity, teamMembers } from './team-members/contract.ts';
import { TeamEntity, teams } from './teams/contract.ts';
import { TranslationConfigurationEntity, translations } from './translations/contract.ts';

// Taken from here, the contract has all its endpoints and entities.
export { restContract } from './dialect.ts';

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

/** All operations in one list. */
export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((group) =>
  Object.values<Endpoint>(group),
);

/** Every kind of record with a key, under the name of its GraphQL type. */
export const entities = {
  Organization: OrganizationEntity,
  Member: MemberEntity,
  Team: TeamEntity,
  TeamMember: TeamMemberEntity,
  SamlProvider: SamlProviderEntity,
  OpenApiSpec: OpenApiSpecEntity,
  OpenApiSpecVersion: OpenApiSpecVersionEntity,
  TranslationConfiguration: TranslationConfigurationEntity,
  Site: SiteEntity,
  SiteSection: SiteSectionEntity,
  SiteSectionGroup: SiteSectionGroupEntity,
  SiteSpace: SiteSpaceEntity,
  ShareLink: ShareLinkEntity,
  Space: SpaceEntity,
  Collection: CollectionEntity,
  ChangeRequest: ChangeRequestEntity,
  SpaceComment: SpaceCommentEntity,
  SpaceCommentReply: SpaceCommentReplyEntity,
  ChangeRequestComment: ChangeRequestCommentEntity,
  ChangeRequestCommentReply: ChangeRequestCommentReplyEntity,
  Page: PageEntity,
  File: FileEntity,
  Revision: RevisionEntity,
};
export type Entities = typeof entities;
