import {
  GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { createRandom, type Random } from '../../src/sandbox/random.ts';
import { scriptedSchema } from './scripted-schema.ts';

/** How fields are answered. */
export interface RandomSchemaOptions {
  /** Whether promises are given, too. */
  async: boolean;
  /** Share of the fields that go wrong, from 0 to 1. */
  failureRate: number;
  /** Told of each field as it is resolved. */
  onResolve?: (field: string) => void;
}

/**
 * The scripted schema, where every field gives what the seed in the context says: good values, nulls, errors of all
 * kinds. The same seed gives the same whoever asks, and in whatever order.
 */
export function randomSchema(options: RandomSchemaOptions): GraphQLSchema {
  const schema = scriptedSchema();
  const script = new Script(options);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      field.resolve = (source: { seed: number } | undefined, args, context: { seed: number }) => {
        const place = `${(source ?? context).seed} ${field.name} ${JSON.stringify(args)}`;
        options.onResolve?.(place);
        return script.give(field.type, createRandom(hashOf(place)));
      };
    }
  }
  return schema;
}

class Script {
  readonly #options: RandomSchemaOptions;

  constructor(options: RandomSchemaOptions) {
    this.#options = options;
  }

  give(type: GraphQLOutputType, random: Random): unknown {
    return this.#options.async && random.chance(0.5) ? this.#giveLate(type, random) : this.#giveNow(type, random);
  }

  async #giveLate(type: GraphQLOutputType, random: Random): Promise<unknown> {
    for (let turns = random.below(4); turns > 0; turns--) await new Promise(setImmediate);
    return this.#giveNow(type, random);
  }

  #giveNow(type: GraphQLOutputType, random: Random): unknown {
    if (random.chance(this.#options.failureRate)) return randomFailure(random);
    const nullable = getNullableType(type);
    if (isListType(nullable)) return this.#list(nullable.ofType, random);
    if (isLeafType(nullable)) return random.pick(leaves[nullable.name] ?? []);
    const seed = random.below(2 ** 31);
    return isAbstractType(nullable) ? { kind: random.pick(['Dog', 'Cat']), seed } : { seed };
  }

  /**
   * In a list with promises all items are. Where one fails at once, graphql-js gives up the list, and leaves the promises
   * before it to fail unhandled.
   */
  #list(type: GraphQLOutputType, random: Random): Iterable<unknown> {
    const items = Array.from({ length: random.below(4) }, () => {
      // Items are given in any order, so each draws from numbers of its own.
      const own = createRandom(random.below(2 ** 31));
      return this.#options.async ? this.#giveLate(type, own) : this.#giveItem(type, own);
    });
    return random.chance(0.2) ? new Set(items) : items;
  }

  #giveItem(type: GraphQLOutputType, random: Random): unknown {
    try {
      return this.#giveNow(type, random);
    } catch (error) {
      return error;
    }
  }
}

const leaves: Readonly<Record<string, readonly unknown[]>> = {
  String: ['text', ''],
  Int: [0, 7],
  Boolean: [true, false],
  ID: ['one', 2],
  Fussy: ['good', 'bad', { any: 'thing' }],
  Color: ['RED', 'GREEN', 'BLUE'],
};

function randomFailure(random: Random): unknown {
  const error = new GraphQLError(`Trouble ${random.below(100)}.`, { extensions: { code: 'TROUBLE' } });
  switch (random.below(5)) {
    case 0:
      throw error;
    case 1:
      return error;
    case 2:
      return undefined;
    case 3:
      return { kind: 'Stone', seed: 1 };
    default:
      return null;
  }
}

/** A hash of a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
