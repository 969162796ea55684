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
import type { Random } from '../../src/sandbox/random.ts';
import { type GenerateInput, RandomInputs } from './random-inputs.ts';

/** A valid operation, ready to be sent. */
export interface RandomOperation {
  query: string;
  variables: Record<string, unknown>;
  operationName?: string;
  /** Variables for `after`, which start at null, and the response names of their connections. */
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
  /** Types that fragments are mostly on, where they may be on them: those that the guessed ids lead to. */
  favourites?: readonly string[];
  /** How deep selections are nested. */
  depth?: number;
  /** About how many fields are selected. */
  size?: number;
}

/**
 * A random valid query over a schema: aliases, fragments of all kinds, fields that are selected several times, variables
 * with and without defaults, conditions, introspection.
 */
export function randomQuery(options: RandomOperationOptions): RandomOperation {
  const writer = new Writer(options);
  const type = options.schema.getQueryType() as GraphQLCompositeType;
  return writer.operation('query', writer.selection(type, options.depth ?? 6));
}

/** One to three random mutations, one after the other, with random selections on what they give. */
export function randomMutation(options: RandomOperationOptions): RandomOperation {
  const { schema, random, depth = 4 } = options;
  const writer = new Writer(options);
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const calls = Array.from({ length: 1 + random.below(3) }, () => {
    const mutation = random.pick(mutations);
    // What is deleted is not there for the mutations to come.
    return mutation.name.startsWith('delete') ? random.pick(mutations) : mutation;
  });
  return writer.operation('mutation', `{ ${calls.map((call) => writer.field(call, depth)).join(' ')} }`);
}

/** How often arguments are given that need not be. Without `first` lists in lists grow large; few texts are a cursor. */
const shares: Readonly<Record<string, number>> = { first: 0.95, after: 0.02 };

const temptingNames = ['id', 'nodes', 'edges', 'title', 'node', 'type', 'length', 'constructor', '__proto__'];

type Field = GraphQLField<unknown, unknown>;

/** A way in which a field was selected. */
interface Way {
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
  readonly #ways = new Map<Field, Way[]>();
  /** What each response name stands for. One name never stands for two things, so all selections can be merged. */
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
    // The way to everything by an id.
    const nodes = others.filter(({ name }) => name === 'node' || name === 'nodes');
    if (nodes.length === 2 && random.chance(0.4)) return random.pick(nodes);
    const from = isOver || (leaves.length > 0 && random.chance(0.45)) ? leaves : others;
    if (from.length === 0) return isOver ? undefined : leaves[0];
    return random.pick(from);
  }

  field(field: Field, depth: number): string {
    this.#left -= 1;
    const { responseName, args } = this.#wayOf(field);
    const name = responseName === field.name ? field.name : `${responseName}: ${field.name}`;
    const type = getNamedType(field.type);
    const isMeta = field.name.startsWith('__');
    const below = isCompositeType(type) ? ` ${this.selection(type, isMeta ? Math.min(depth - 1, 2) : depth - 1)}` : '';
    return `${name}${args}${this.#directives()}${below}`;
  }

  /** How a field is selected: often as before, so that selections are merged. */
  #wayOf(field: Field): Way {
    const random = this.#random;
    const ways = this.#ways.get(field) ?? [];
    if (ways.length > 0 && random.chance(0.4)) return random.pick(ways);
    const after = field.args.some(({ name }) => name === 'after') && random.chance(0.4);
    const variable = after ? this.inputs.declare('String', null) : undefined;
    const args = this.#arguments(field, variable);
    const responseName = this.#nameFor(field.name, `${field.name}${args}: ${field.type}`);
    if (variable !== undefined) this.#windows.push({ variable: variable.slice(1), responseName });
    const way = { responseName, args };
    this.#ways.set(field, [...ways, way]);
    return way;
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

  /** The field's own name, if it is free, or one that tempts to be taken for something else. */
  #nameFor(name: string, meaning: string): string {
    const random = this.#random;
    let responseName = random.chance(0.8) ? name : random.pick(temptingNames);
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
    // A fragment that stands inside what it selects would go deeper into introspection than validation lets it.
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

/** The types that a fragment may be on in a selection on `type`. */
function overlapping(schema: GraphQLSchema, type: GraphQLCompositeType): GraphQLCompositeType[] {
  const known = overlaps.get(type);
  if (known !== undefined) return known;
  const all = Object.values(schema.getTypeMap()).filter(isCompositeType);
  const found = all.filter((other) => doTypesOverlap(schema, type, other));
  overlaps.set(type, found);
  return found;
}
