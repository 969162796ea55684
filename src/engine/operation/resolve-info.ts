import type { GraphQLResolveInfo } from 'graphql';
import type { CompiledField, CompiledOperation } from './compiled-operation.ts';
import type { Variables } from './document-facts.ts';

/**
 * Makes what graphql hands to the resolvers of an execution, once for each field. Its path ends at the field: it is the same
 * for all of its parents.
 */
export function resolveInfos(
  { schema, fragments, operation }: CompiledOperation,
  variables: Variables,
): (compiled: CompiledField) => GraphQLResolveInfo {
  const infos: (GraphQLResolveInfo | undefined)[] = [];
  return ({ index, key, field, nodes, parentType }) => {
    infos[index] ??= {
      fieldName: field.name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType,
      path: { prev: undefined, key, typename: parentType.name },
      schema,
      fragments,
      rootValue: undefined,
      operation,
      variableValues: { ...variables },
    };
    return infos[index];
  };
}
