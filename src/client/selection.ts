import type { ArgumentNode, DocumentNode, FieldNode, SelectionSetNode, ValueNode } from 'graphql';
import { possibleTypes } from '../generated/client.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Fields of one object in a response, by their names there. */
export type Fields = ReadonlyMap<string, SelectedField>;

export interface SelectedField {
  readonly node: FieldNode;
  /** What is selected below it, wherever a document selects the field. */
  readonly below: SelectionSetNode[];
}

/** What a document selects, for its data to be walked along. Fields are collected once for each type. */
export class Selection {
  readonly root: SelectionSetNode[];
  readonly #defaults: Record<string, unknown> = {};
  readonly #fragments = new Map<string, { type: string; selectionSet: SelectionSetNode }>();
  readonly #fields = new WeakMap<SelectionSetNode[], Map<string, Fields>>();

  /** Of a document with one operation, as clients send it. */
  constructor(document: DocumentNode) {
    const roots: SelectionSetNode[] = [];
    for (const definition of document.definitions) {
      if ('operation' in definition && 'selectionSet' in definition) {
        roots.push(definition.selectionSet);
        for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
          if (defaultValue) this.#defaults[variable.name.value] = resolved(defaultValue, {});
        }
      }
      if (!('typeCondition' in definition)) continue;
      const { name, typeCondition, selectionSet } = definition;
      this.#fragments.set(name.value, { type: typeCondition.name.value, selectionSet });
    }
    this.root = roots;
  }

  /** The values of variables, with the defaults of those that have none. */
  valuesOf(variables: Variables): Variables {
    const given = Object.entries(variables).filter(([, value]) => value !== undefined);
    return { ...this.#defaults, ...Object.fromEntries(given) };
  }

  fieldsOf(sets: SelectionSetNode[], type: string): Fields {
    const byType = this.#fields.get(sets) ?? new Map<string, Fields>();
    this.#fields.set(sets, byType);
    const known = byType.get(type);
    if (known) return known;
    const fields = new Map<string, SelectedField>();
    for (const set of sets) this.#collect(set, type, fields, new Set());
    byType.set(type, fields);
    return fields;
  }

  #collect(set: SelectionSetNode, type: string, fields: Map<string, SelectedField>, spread: Set<string>): void {
    for (const selection of set.selections) {
      if (selection.kind === 'Field') add(fields, selection);
      else if (selection.kind === 'InlineFragment') {
        const condition = selection.typeCondition?.name.value;
        if (condition === undefined || matches(type, condition))
          this.#collect(selection.selectionSet, type, fields, spread);
      } else this.#collectSpread(selection.name.value, type, fields, spread);
    }
  }

  #collectSpread(name: string, type: string, fields: Map<string, SelectedField>, spread: Set<string>): void {
    const fragment = this.#fragments.get(name);
    if (fragment === undefined || spread.has(name)) return;
    spread.add(name);
    if (matches(type, fragment.type)) this.#collect(fragment.selectionSet, type, fields, spread);
  }
}

function add(fields: Map<string, SelectedField>, node: FieldNode): void {
  const name = (node.alias ?? node.name).value;
  const field = fields.get(name) ?? { node, below: [] };
  if (node.selectionSet) field.below.push(node.selectionSet);
  fields.set(name, field);
}

/** Without a type name, an object may be of any type. */
function matches(type: string, condition: string): boolean {
  return type === '' || type === condition || (possibleTypes[condition]?.includes(type) ?? false);
}

/** A field or a directive. */
type Called = Pick<FieldNode, 'name' | 'arguments'>;

export const paging: ReadonlySet<string> = new Set(['first', 'after']);

/** Which page of a list a field has; empty for the first one. */
export function pageKey({ arguments: args = [] }: FieldNode, variables: Variables): string {
  const { after } = argumentsOf(
    args.filter((arg) => arg.name.value === 'after'),
    variables,
  );
  return typeof after === 'string' ? `@${after}` : '';
}

/**
 * A field with its arguments, but for those of paging: the pages of a list are one field. An argument is absent if its variable is
 * undefined.
 */
export function fieldKey({ name, arguments: args = [] }: Called, variables: Variables): string {
  const filters = args.filter((arg) => !paging.has(arg.name.value));
  const values = JSON.stringify(argumentsOf(filters, variables));
  return values === '{}' ? name.value : `${name.value}(${values})`;
}

function argumentsOf(args: readonly ArgumentNode[], variables: Variables): Record<string, unknown> {
  // Not by `toSorted`, which the engine of React Native does not have.
  const sorted = [...args].sort((one, other) => (one.name.value < other.name.value ? -1 : 1));
  return Object.fromEntries(sorted.map((arg) => [arg.name.value, resolved(arg.value, variables)]));
}

/** Of a node, told by its parts: variable, list, object, and what has a value; null has none. */
function resolved(node: ValueNode, variables: Variables): unknown {
  if ('name' in node) return variables[node.name.value];
  if ('values' in node) return node.values.map((item) => resolved(item, variables));
  if ('fields' in node) {
    return Object.fromEntries(node.fields.map((field) => [field.name.value, resolved(field.value, variables)]));
  }
  if (node.kind === 'IntValue' || node.kind === 'FloatValue') return Number(node.value);
  return 'value' in node ? node.value : null;
}
