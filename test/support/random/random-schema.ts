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
import { createRandom, type Random } from '../../../src/sandbox/random.ts';
import { scriptedSchema } from '../execution/scripted-schema.ts';

/** How fields resolve. */
export interface RandomSchemaOptions {
  /** Whether some fields return promises. */
  async: boolean;
  /** Probability that a field fails, from 0 to 1. */
  failureRate: number;
  /** Called for each field when it is resolved. */
  onResolve?: (field: string) => void;
}

/**
 * The scripted schema, in which the seed in the context determines every field: valid values, nulls, errors of all
 * kinds. The same seed gives the same values in any execution order.
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
        return script.resolve(field.type, createRandom(hashOf(place)));
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

  resolve(type: GraphQLOutputType, random: Random): unknown {
    return this.#options.async && random.chance(0.5)
      ? this.#resolveAsync(type, random)
      : this.#resolveSync(type, random);
  }

  async #resolveAsync(type: GraphQLOutputType, random: Random): Promise<unknown> {
    for (let turns = random.below(4); turns > 0; turns--) await new Promise(setImmediate);
    return this.#resolveSync(type, random);
  }

  #resolveSync(type: GraphQLOutputType, random: Random): unknown {
    if (random.chance(this.#options.failureRate)) return randomFailure(random);
    const nullable = getNullableType(type);
    if (isListType(nullable)) return this.#list(nullable.ofType, random);
    if (isLeafType(nullable)) return random.pick(leaves[nullable.name] ?? []);
    const seed = random.below(2 ** 31);
    return isAbstractType(nullable) ? { kind: random.pick(['Dog', 'Cat']), seed } : { seed };
  }

  /**
   * In a list with promises, all items are promises: if an item failed synchronously, graphql-js would abandon the list and
   * leave the rejections of earlier items unhandled.
   */
  #list(type: GraphQLOutputType, random: Random): Iterable<unknown> {
    const items = Array.from({ length: random.below(4) }, () => {
      // Items resolve in any order, so each has its own random source.
      const own = createRandom(random.below(2 ** 31));
      return this.#options.async ? this.#resolveAsync(type, own) : this.#itemOrError(type, own);
    });
    return random.chance(0.2) ? new Set(items) : items;
  }

  #itemOrError(type: GraphQLOutputType, random: Random): unknown {
    try {
      return this.#resolveSync(type, random);
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
