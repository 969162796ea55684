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

/** The digests of the values of a query's variables, but for those that page a field. */
export function valuesOf(field: FieldNode | null, variables: Variables = {}): Record<string, string> {
  const ofPaging = (field?.arguments ?? [])
    .filter(({ name }) => paging.has(name.value))
    .map(({ value }) => (value.kind === 'Variable' ? value.name.value : ''));
  const values = Object.entries(variables).filter(([name, value]) => value !== undefined && !ofPaging.includes(name));
  return Object.fromEntries(values.map(([name, value]) => [name, digest(JSON.stringify(value))]));
}

/** Stands for a text of any length, such as one that a user has written, wherever it is only compared. It has 64 bits; none for no text. */
export function digest(text: string): string {
  let [one, other] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i) + 1;
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 15);
  }
  return text && `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`;
}
