/** `docgraph/codegen`: types for strings whose known values the schema names, in the output of GraphQL Code Generator. */
import {
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  parse,
  print,
  type TypeNode,
  visit,
} from 'graphql';
import { knownValuesOf } from './known-values.ts';

export interface KnownValuesOptions {
  /**
   * Whether input fields have the types, too. Code Generator then rejects a document that passes a `String` variable of its own to such
   * a field; a variable of the whole input type, such as `$input: CreateSiteInput!`, fits.
   */
  readonly inputs?: boolean;
}

/** What a configuration of GraphQL Code Generator takes as its `schema` and merges into its `scalars`. */
export interface KnownValuesSchema {
  /** The SDL, with a scalar in place of `String` where values are known. It is for generated types only: no server executes it. */
  readonly schema: string;
  /** The TypeScript type of each of these scalars, such as `'draft' | 'open' | (string & {})`. */
  readonly scalars: Readonly<Record<string, string>>;
}

/**
 * Gives each field with `@knownValues` a type that accepts any string, and completes the values that are known. Arguments stay
 * `String`, as the variables of documents are.
 * @throws a syntax error of graphql-js if `sdl` is no SDL
 */
export function knownValues(sdl: string, { inputs = false }: KnownValuesOptions = {}): KnownValuesSchema {
  const scalars = new Scalars();
  const document: DocumentNode = visit(parse(sdl, { noLocation: true }), {
    FieldDefinition: (field) => withScalar(field, scalars),
    InputObjectTypeDefinition: (type) =>
      inputs ? { ...type, fields: type.fields?.map((field) => withScalar(field, scalars)) } : undefined,
  });
  return { schema: `${print(document)}\n${scalars.sdl}`, scalars: scalars.types };
}

function withScalar<Node extends FieldDefinitionNode | InputValueDefinitionNode>(node: Node, scalars: Scalars): Node {
  const values = knownValuesOf(node);
  return values === undefined ? node : { ...node, type: withName(node.type, scalars.nameFor(values)) };
}

/** The type with another name, in the same lists. */
function withName(type: TypeNode, name: string): TypeNode {
  if (type.kind === Kind.NAMED_TYPE) return { ...type, name: { kind: Kind.NAME, value: name } };
  if (type.kind === Kind.LIST_TYPE) return { ...type, type: withName(type.type, name) };
  const inner = withName(type.type, name);
  return inner.kind === Kind.NON_NULL_TYPE ? inner : { ...type, type: inner };
}

/** One scalar for each set of values, so that a field has the same type as the field of its interface. */
class Scalars {
  readonly #names = new Map<string, string>();
  readonly #types = new Map<string, string>();

  nameFor(values: readonly string[]): string {
    const sorted = values.toSorted();
    const key = JSON.stringify(sorted);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.#unused(`Known${sorted.map(pascalCase).join('')}`);
    this.#names.set(key, name);
    this.#types.set(name, [...sorted.map(literal), '(string & {})'].join(' | '));
    return name;
  }

  get types(): Record<string, string> {
    return Object.fromEntries(this.#types);
  }

  get sdl(): string {
    return [...this.#types.keys()].map((name) => `scalar ${name}\n`).join('');
  }

  #unused(name: string): string {
    let unused = name;
    for (let i = 2; this.#types.has(unused); i++) unused = `${name}${i}`;
    return unused;
  }
}

/** A string of JSON in single quotes. */
function literal(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function pascalCase(value: string): string {
  const words = value.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}
