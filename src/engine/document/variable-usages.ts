import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type ValidationContext,
} from 'graphql';
import { visitInSteps, withTypeInfo } from './visit-in-steps.ts';

type Usages = ReturnType<ValidationContext['getVariableUsages']>;

/** Where each definition of a document uses variables. */
export type VariableUsages = ReadonlyMap<OperationDefinitionNode | FragmentDefinitionNode, Usages>;

/** The usages of variables that graphql's `getVariableUsages` finds in each definition of a document, in steps of one node each. */
export function* usagesInSteps(schema: GraphQLSchema, document: DocumentNode): Generator<void, VariableUsages, void> {
  const usages = new Map<OperationDefinitionNode | FragmentDefinitionNode, Usages>();
  const hasVariables = document.loc?.source.body.includes('$') ?? true;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    usages.set(definition, hasVariables ? yield* usagesIn(schema, definition) : []);
  }
  return usages;
}

function* usagesIn(
  schema: GraphQLSchema,
  definition: OperationDefinitionNode | FragmentDefinitionNode,
): Generator<void, Usages, void> {
  const typeInfo = new TypeInfo(schema);
  const usages: Usages[number][] = [];
  // A definition of a variable names it, and may have directives.
  let isInDefinition = false;
  yield* visitInSteps(
    definition,
    withTypeInfo(typeInfo, {
      enter(node) {
        if (node.kind === Kind.VARIABLE_DEFINITION) isInDefinition = true;
        if (node.kind !== Kind.VARIABLE || isInDefinition) return;
        usages.push({
          node,
          type: typeInfo.getInputType(),
          defaultValue: typeInfo.getDefaultValue(),
          parentType: typeInfo.getParentInputType(),
        });
      },
      leave(node) {
        if (node.kind === Kind.VARIABLE_DEFINITION) isInDefinition = false;
      },
    }),
  );
  return usages;
}
