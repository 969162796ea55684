import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { typeDefs } from '../generated/type-defs.ts';
import * as changeRequestComments from './change-request-comments.ts';
import * as changeRequests from './change-requests.ts';
import * as collections from './collections.ts';
import * as comments from './comments.ts';
import { completeFields } from './complete.ts';
import * as contents from './contents.ts';
import { enums } from './enums.ts';
import * as members from './members.ts';
import * as nodes from './nodes.ts';
import * as openapiSpecs from './openapi-specs.ts';
import * as organizations from './organizations.ts';
import * as samlProviders from './saml-providers.ts';
import { scalars } from './scalars.ts';
import * as sectionGroups from './section-groups.ts';
import * as shareLinks from './share-links.ts';
import * as shared from './shared.ts';
import * as siteSections from './site-sections.ts';
import * as siteSpaces from './site-spaces.ts';
import * as sites from './sites.ts';
import * as spaceComments from './space-comments.ts';
import * as spaces from './spaces.ts';
import * as teamMembers from './team-members.ts';
import * as teams from './teams.ts';
import * as translations from './translations.ts';

const resources = [
  shared,
  nodes,
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
  contents,
  collections,
  changeRequests,
  comments,
  spaceComments,
  changeRequestComments,
];

/** The executable schema of the gateway. */
export function createSchema(): GraphQLSchema {
  const resolvers = merged(resources);
  return completeFields(makeExecutableSchema({ typeDefs, resolvers: [scalars, enums, resolvers] }), resolvers);
}

/** All resolvers by type: the root types have some in every resource. */
function merged(maps: readonly object[]) {
  const all: Record<string, Record<string, GraphQLFieldResolver<unknown, unknown>>> = {};
  for (const [type, fields] of maps.flatMap((map) => Object.entries(map))) all[type] = { ...all[type], ...fields };
  return all;
}
