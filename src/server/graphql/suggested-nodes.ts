import { type GraphQLFormattedError, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';

const unknownField = /^Cannot query field "(\w+)" on type "(\w+)"\.$/;

/** Suggests `nodes` for a field that a connection lacks, and its nodes have: graphql compares the names of its own fields alone. */
export function withSuggestedNodes(error: GraphQLFormattedError, schema: GraphQLSchema): GraphQLFormattedError {
  const [, field = '', connection = ''] = unknownField.exec(error.message) ?? [];
  const type = schema.getType(connection);
  const nodes = isObjectType(type) ? type.getFields().nodes : undefined;
  const node = nodes && getNamedType(nodes.type);
  if (!isObjectType(node) || !(field in node.getFields())) return error;
  return { ...error, message: `${error.message} Did you mean "nodes { ${field} }"?` };
}
