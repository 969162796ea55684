import { GraphQLError, type GraphQLFormattedError, type ValidationRule } from 'graphql';

const message = 'Introspection is turned off. Ask for the schema where you got the address of this endpoint.';

/** Rejects `__schema` and `__type`. `__typename` stays: clients need it to tell the types of a response apart. */
export const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    const name = node.name.value;
    if (name === '__schema' || name === '__type') context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

/** Starts the suggestion at the end of a message of graphql. */
const suggestion = ' Did you mean ';

/**
 * An error of graphql without the names of the schema that it suggests: at the end of a message of validation, and of the
 * coercion of variables, enum values and input fields.
 */
export function withoutSuggestions(error: GraphQLFormattedError): GraphQLFormattedError {
  const at = error.message.endsWith('?') ? error.message.lastIndexOf(suggestion) : -1;
  return at === -1 ? error : { ...error, message: error.message.slice(0, at) };
}
