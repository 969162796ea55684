import type { FieldNode, SelectionNode, SelectionSetNode } from 'graphql';
import { fieldKey, paging } from './selection.ts';

type Variables = Readonly<Record<string, unknown>>;

/** What a query selects below a field, with the values of its arguments, but for those of paging. */
export function selectionKey(field: FieldNode | null, variables: Variables = {}): string {
  return field?.selectionSet ? textOf(field.selectionSet, variables) : '';
}

function textOf({ selections }: SelectionSetNode, variables: Variables): string {
  const texts = selections.map((selection) => selectionText(selection, variables));
  return `{${texts.filter((text) => text !== '').join(' ')}}`;
}

function selectionText(node: SelectionNode, variables: Variables): string {
  const conditions = (node.directives ?? []).map((directive) => `@${fieldKey(directive, variables)}`).join('');
  if (node.kind === 'FragmentSpread') return `...*${node.name.value}${conditions}`;
  const below = node.selectionSet ? textOf(node.selectionSet, variables) : '';
  if (node.kind === 'InlineFragment') return `...${node.typeCondition?.name.value ?? ''}${conditions}${below}`;
  // Apollo Client adds `__typename`, but not to documents that code writes to the cache.
  if (node.name.value === '__typename') return '';
  const alias = node.alias ? `${node.alias.value}:` : '';
  return `${alias}${fieldKey(node, variables)}${conditions}${below}`;
}

/** The values of the variables of a query, as texts, but for those that page a field. */
export function valuesOf(field: FieldNode | null, variables: Variables = {}): Record<string, string> {
  const ofPaging = (field?.arguments ?? [])
    .filter(({ name }) => paging.has(name.value))
    .map(({ value }) => (value.kind === 'Variable' ? value.name.value : ''));
  const values = Object.entries(variables).filter(([name, value]) => value !== undefined && !ofPaging.includes(name));
  return Object.fromEntries(values.map(([name, value]) => [name, JSON.stringify(value)]));
}
