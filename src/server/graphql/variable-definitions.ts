import type { OperationDefinitionNode, VariableDefinitionNode } from 'graphql';
import { memoize } from '../../engine/engine.ts';

/** The definition of a variable without its place: graphql counts all lines of the document up to it for each error. */
export const withoutPlace = memoize(
  (definition: VariableDefinitionNode): VariableDefinitionNode => ({ ...definition, loc: undefined }),
);

export const definitionsWithoutPlaces = memoize(
  ({ variableDefinitions = [] }: OperationDefinitionNode): readonly VariableDefinitionNode[] =>
    variableDefinitions.map(withoutPlace),
);
