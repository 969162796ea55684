import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLSchema, parse } from 'graphql';
import { defineFields } from '../engine/fields/field-definitions.ts';
import { scalars } from '../engine/fields/scalars.ts';
import { resolveForGraphQLJs } from '../engine/operation/graphql-js.ts';
import type { MutationResolvers, QueryResolvers } from '../generated/resolvers.ts';
import { typeDefs } from '../generated/type-defs.ts';
import { argumentRules } from './argument-rules.ts';
import * as changeRequestComments from './change-request-comments/resolvers.ts';
import * as changeRequests from './change-requests/resolvers.ts';
import * as collections from './collections/resolvers.ts';
import * as comments from './comments/resolvers.ts';
import * as contents from './contents/resolvers.ts';
import * as members from './members/resolvers.ts';
import * as nodes from './node/resolvers.ts';
import * as openapiSpecs from './openapi-specs/resolvers.ts';
import * as organizations from './organizations/resolvers.ts';
import * as samlProviders from './saml-providers/resolvers.ts';
import * as sectionGroups from './section-groups/resolvers.ts';
import * as shareLinks from './share-links/resolvers.ts';
import { enums } from './shared/enums.ts';
import * as shared from './shared/resolvers.ts';
import * as siteSections from './site-sections/resolvers.ts';
import * as siteSpaces from './site-spaces/resolvers.ts';
import * as sites from './sites/resolvers.ts';
import * as spaceComments from './space-comments/resolvers.ts';
import * as spaces from './spaces/resolvers.ts';
import * as teamMembers from './team-members/resolvers.ts';
import * as teams from './teams/resolvers.ts';
import * as translations from './translations/resolvers.ts';

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

const interfaces = {
  Node: nodes.Node,
  Content: nodes.Content,
  Comment: nodes.Comment,
  CommentReply: nodes.CommentReply,
};

/** The compiler keeps the lists of the root fields: one without a resolver is an error here. */
const Query = {
  ...collections.Query,
  ...nodes.Query,
  ...organizations.Query,
  ...spaces.Query,
} satisfies Required<Omit<QueryResolvers, '__isTypeOf'>>;

const Mutation = {
  ...changeRequestComments.Mutation,
  ...changeRequests.Mutation,
  ...collections.Mutation,
  ...contents.Mutation,
  ...members.Mutation,
  ...openapiSpecs.Mutation,
  ...organizations.Mutation,
  ...samlProviders.Mutation,
  ...sectionGroups.Mutation,
  ...shareLinks.Mutation,
  ...siteSections.Mutation,
  ...siteSpaces.Mutation,
  ...sites.Mutation,
  ...spaceComments.Mutation,
  ...spaces.Mutation,
  ...teamMembers.Mutation,
  ...teams.Mutation,
  ...translations.Mutation,
} satisfies Required<Omit<MutationResolvers, '__isTypeOf'>>;

/**
 * The executable schema of the gateway. The SDL was checked when its types were generated, and the resolvers were when
 * they were compiled: checking both again would double the time that the gateway takes to start.
 */
export function createSchema(): GraphQLSchema {
  const fields = Object.assign({}, ...resources, { Query, Mutation });
  const schema = makeExecutableSchema({
    typeDefs: parse(typeDefs.join('\n'), { noLocation: true }),
    resolvers: { ...scalars, ...enums, ...interfaces },
    assumeValidSDL: true,
  });
  return defineFields(schema, fields, argumentRules, resolveForGraphQLJs);
}
