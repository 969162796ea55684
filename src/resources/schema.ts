import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLSchema, parse } from 'graphql';
import { defineSchema } from '../engine/engine.ts';
import { scalars } from '../engine/fields/scalars.ts';
import { Mutation, Query, resources } from '../generated/resources.ts';
import { typeDefs } from '../generated/type-defs.ts';
import { argumentRules } from './argument-rules.ts';
import { enums } from './enums.ts';
import { Comment, CommentReply, Content, Node } from './node/resolvers.ts';

/** Without the location DIRECTIVE_DEFINITION, a draft that graphql-js serves and that clients of other languages reject. */
const deprecated = `
"Marks an element of a GraphQL schema as no longer supported."
directive @deprecated(
  "Explains why this element was deprecated, and what to use instead, in Markdown."
  reason: String = "No longer supported"
) on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
`;

/**
 * The executable schema of the gateway. The SDL was checked when its types were generated, and the resolvers were when
 * they were compiled: checking both again would double the time that the gateway takes to start. Nothing else has the schema that the
 * resolvers are put in, so that no copy of it is made.
 */
export function createSchema(): GraphQLSchema {
  const fields = Object.assign({}, ...resources, { Query, Mutation });
  const schema = makeExecutableSchema({
    typeDefs: parse([deprecated, ...typeDefs].join('\n'), { noLocation: true }),
    resolvers: { ...scalars, ...enums, Node, Content, Comment, CommentReply },
    assumeValidSDL: true,
    updateResolversInPlace: true,
  });
  return defineSchema(schema, fields, argumentRules);
}
