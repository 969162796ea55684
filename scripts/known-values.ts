import {
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type StringValueNode,
  visit,
} from 'graphql';
import { knownValuesOf } from '../src/codegen/known-values.ts';

/** Ends the description of each position that has `@knownValues` with its values, so that they are written once. */
export function describeKnownValues(document: DocumentNode): DocumentNode {
  return visit(document, {
    FieldDefinition: { leave: withValues },
    InputValueDefinition: { leave: withValues },
  });
}

function withValues<Node extends FieldDefinitionNode | InputValueDefinitionNode>(node: Node): Node {
  const values = knownValuesOf(node);
  if (values === undefined) return node;
  const named = values.map((value) => `\`${value}\``).join(', ');
  const sentence = `Known values: ${named}; others are possible.`;
  const { value: text = '', block = false } = node.description ?? {};
  const description: StringValueNode = { kind: Kind.STRING, value: `${text} ${sentence}`.trim(), block };
  return { ...node, description };
}
