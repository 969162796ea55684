import {
  doTypesOverlap,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isUnionType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import type { Random } from '../../../src/sandbox/random.ts';
import { type GenerateInput, RandomInputs } from './random-inputs.ts';

/** A valid operation with its variables. */
export interface RandomOperation {
  query: string;
  variables: Record<string, unknown>;
  operationName?: string;
  /** Variables of `after` arguments, initially null, and the response names of their connections. */
  windows: readonly Window[];
}

export interface Window {
  variable: string;
  responseName: string;
}

export interface RandomOperationOptions {
  schema: GraphQLSchema;
  random: Random;
  guess?: GenerateInput;
  /** Preferred types of fragments: the types of the generated ids. */
  favourites?: readonly string[];
  /** Maximum depth of selections. */
  depth?: number;
  /** Approximate number of selected fields. */
  size?: number;
}

/**
 * Generates a random valid query: aliases, fragments of all kinds, repeated fields, variables with and without defaults,
 * conditions, introspection.
 */
export function randomQuery(options: RandomOperationOptions): RandomOperation {
  const writer = new Writer(options);
  const type = options.schema.getQueryType() as GraphQLCompositeType;
  return writer.operation('query', writer.selection(type, options.depth ?? 6));
}

/** Generates one to three random mutations with random selections on their payloads. */
export function randomMutation(options: RandomOperationOptions): RandomOperation {
  const { schema, random, depth = 4 } = options;
  const writer = new Writer(options);
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const calls = Array.from({ length: 1 + random.below(3) }, () => {
    const mutation = random.pick(mutations);
    // Deletes fewer records, so that they exist for later mutations.
    return mutation.name.startsWith('delete') ? random.pick(mutations) : mutation;
  });
  return writer.operation('mutation', `{ ${calls.map((call) => writer.field(call, depth)).join(' ')} }`);
}

/** The probability of optional arguments. Nested lists without `first` are large; random strings are rarely cursors. */
const shares: Readonly<Record<string, number>> = { first: 0.95, after: 0.02 };

const confusingNames = ['id', 'nodes', 'edges', 'title', 'node', 'type', 'length', 'constructor', '__proto__'];

type Field = GraphQLField<unknown, unknown>;

/** A selection of a field. */
interface FieldSelection {
  responseName: string;
  args: string;
}

interface Fragment {
  name: string;
  type: GraphQLCompositeType;
  text: string;
}

class Writer {
  readonly inputs: RandomInputs;
  readonly #schema: GraphQLSchema;
  readonly #random: Random;
  readonly #windows: Window[] = [];
  readonly #fragments: Fragment[] = [];
  readonly #selections = new Map<Field, FieldSelection[]>();
  /** The meaning of each response name. A name has only one meaning, so that all selections can be merged. */
  readonly #meanings = new Map<string, string>();
  readonly #favourites: readonly string[];
  #left: number;

  constructor({ schema, random, guess = () => undefined, favourites = [], size = 40 }: RandomOperationOptions) {
    this.#schema = schema;
    this.#favourites = favourites;
    this.#random = random;
    this.#left = size;
    this.inputs = new RandomInputs(random, guess);
  }

  operation(kind: 'query' | 'mutation', selection: string): RandomOperation {
    const random = this.#random;
    const { declarations, variables } = this.inputs;
    const fragments = this.#fragments.map(({ name, type, text }) => `fragment ${name} on ${type} ${text}`);
    const isNamed = random.chance(0.5);
    const own = isNamed ? `${kind} Main${declarations} ${selection}` : `${kind}${declarations} ${selection}`;
    const other = isNamed && random.chance(0.3) ? ['query Other { __typename other: __typename }'] : [];
    const definitions = random.chance(0.5) ? [...other, own, ...fragments] : [...fragments, own, ...other];
    const operationName = other.length > 0 || (isNamed && random.chance(0.5)) ? { operationName: 'Main' } : {};
    return { query: definitions.join('\n'), variables, ...operationName, windows: this.#windows };
  }

  selection(type: GraphQLCompositeType, depth: number): string {
    const parts = Array.from({ length: 1 + this.#random.below(5) }, () => this.#part(type, depth));
    return `{ ${parts.join(' ')} }`;
  }

  #part(type: GraphQLCompositeType, depth: number): string {
    const random = this.#random;
    const fragmentShare = isAbstractType(type) ? 0.6 : 0.2;
    if (this.#left > 0 && random.chance(fragmentShare)) return this.#fragment(type, depth);
    if (isUnionType(type) || random.chance(0.06)) return this.#typename();
    const field = this.#pickField(type, depth);
    return field === undefined ? this.#typename() : this.field(field, depth);
  }

  #typename(): string {
    const name = this.#nameFor('__typename', '__typename');
    return `${name === '__typename' ? '' : `${name}: `}__typename${this.#directives()}`;
  }

  #pickField(type: Exclude<GraphQLCompositeType, { getTypes: unknown }>, depth: number): Field | undefined {
    const random = this.#random;
    const fields: Field[] = Object.values((type as { getFields(): Record<string, Field> }).getFields());
    if (type === this.#schema.getQueryType() && random.chance(0.04)) {
      return random.pick([SchemaMetaFieldDef, TypeMetaFieldDef]) as Field;
    }
    const isOver = depth <= 0 || this.#left <= 0;
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
    const others = fields.filter((field) => !leaves.includes(field));
    // `node` and `nodes` reach all records by id.
    const nodes = others.filter(({ name }) => name === 'node' || name === 'nodes');
    if (nodes.length === 2 && random.chance(0.4)) return random.pick(nodes);
    const from = isOver || (leaves.length > 0 && random.chance(0.45)) ? leaves : others;
    if (from.length === 0) return isOver ? undefined : leaves[0];
    return random.pick(from);
  }

  field(field: Field, depth: number): string {
    this.#left -= 1;
    const { responseName, args } = this.#selectionOf(field);
    const name = responseName === field.name ? field.name : `${responseName}: ${field.name}`;
    const type = getNamedType(field.type);
    const isMeta = field.name.startsWith('__');
    const below = isCompositeType(type) ? ` ${this.selection(type, isMeta ? Math.min(depth - 1, 2) : depth - 1)}` : '';
    return `${name}${args}${this.#directives()}${below}`;
  }

  /** Selects a field, often in the same way as before, so that selections are merged. */
  #selectionOf(field: Field): FieldSelection {
    const random = this.#random;
    const selections = this.#selections.get(field) ?? [];
    if (selections.length > 0 && random.chance(0.4)) return random.pick(selections);
    const after = field.args.some(({ name }) => name === 'after') && random.chance(0.4);
    const variable = after ? this.inputs.declare('String', null) : undefined;
    const args = this.#arguments(field, variable);
    const responseName = this.#nameFor(field.name, `${field.name}${args}: ${field.type}`);
    if (variable !== undefined) this.#windows.push({ variable: variable.slice(1), responseName });
    const selected = { responseName, args };
    this.#selections.set(field, [...selections, selected]);
    return selected;
  }

  #arguments(field: Field, after: string | undefined): string {
    const gives = getNamedType(field.type).name;
    const texts = field.args.flatMap((arg) => {
      if (arg.name === 'after' && after !== undefined) return [`after: ${after}`];
      const isRequired = String(arg.type).endsWith('!') && arg.defaultValue === undefined;
      const isGiven = isRequired || this.#random.chance(shares[arg.name] ?? 0.25);
      return isGiven ? [`${arg.name}: ${this.inputs.argument(arg, gives)}`] : [];
    });
    return texts.length === 0 ? '' : `(${texts.join(', ')})`;
  }

  /** The field's own name if it is unused, or a name that is easily confused with another property. */
  #nameFor(name: string, meaning: string): string {
    const random = this.#random;
    let responseName = random.chance(0.8) ? name : random.pick(confusingNames);
    for (let i = 1; (this.#meanings.get(responseName) ?? meaning) !== meaning; i++) responseName = `${name}${i}`;
    this.#meanings.set(responseName, meaning);
    return responseName;
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    const random = this.#random;
    const on = this.#fragmentType(type);
    if (random.chance(0.5)) {
      const condition = on === type && random.chance(0.5) ? '' : ` on ${on}`;
      return `...${condition}${this.#directives()} ${this.selection(on, depth)}`;
    }
    const fitting = this.#fragments.filter((fragment) => doTypesOverlap(this.#schema, fragment.type, type));
    // A fragment inside its own selection would exceed the depth of introspection that validation allows.
    if (!type.name.startsWith('__') && fitting.length > 0 && random.chance(0.5))
      return `...${random.pick(fitting).name}${this.#directives()}`;
    const text = this.selection(on, depth);
    const name = `F${this.#fragments.length}`;
    this.#fragments.push({ name, type: on, text });
    return `...${name}${this.#directives()}`;
  }

  #fragmentType(type: GraphQLCompositeType): GraphQLCompositeType {
    const all = overlapping(this.#schema, type);
    const favourites = all.filter(({ name }) => this.#favourites.includes(name));
    return this.#random.pick(favourites.length > 0 && this.#random.chance(0.8) ? favourites : all);
  }

  #directives(): string {
    const random = this.#random;
    if (random.chance(0.85)) return '';
    const [one, other] = random.chance(0.5) ? ['skip', 'include'] : ['include', 'skip'];
    const first = ` @${one}(if: ${this.inputs.condition()})`;
    return random.chance(0.2) ? `${first} @${other}(if: ${this.inputs.condition()})` : first;
  }
}

const overlaps = new WeakMap<GraphQLCompositeType, GraphQLCompositeType[]>();

/** The possible types of a fragment in a selection on `type`. */
function overlapping(schema: GraphQLSchema, type: GraphQLCompositeType): GraphQLCompositeType[] {
  const known = overlaps.get(type);
  if (known !== undefined) return known;
  const all = Object.values(schema.getTypeMap()).filter(isCompositeType);
  const found = all.filter((other) => doTypesOverlap(schema, type, other));
  overlaps.set(type, found);
  return found;
}
