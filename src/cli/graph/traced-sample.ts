import { z } from 'zod';
import { contractShape, coreOf } from '../../engine/engine.ts';

/** Called for each property that is read: `schema` is the object schema of the contract that has it. */
export type OnRead = (schema: z.ZodType, property: string) => void;

/** Key of the schema in a sample: a copy made by `{...sample}` keeps it. */
const origin = Symbol('schema');

interface Sample {
  readonly [origin]?: z.ZodObject;
}

/**
 * Samples of the contract's results: every property is present, a list has one item. Each read of one, at any depth, is
 * reported. Objects are made when they are read, as pages contain pages.
 */
export class TracedSamples {
  readonly #onRead: OnRead;
  readonly #isMinimal: boolean;

  /** With `isMinimal`, samples have no property that the contract leaves optional. */
  constructor(onRead: OnRead, { isMinimal = false } = {}) {
    this.#onRead = onRead;
    this.#isMinimal = isMinimal;
  }

  /** A sample of a schema. `above` are the schemas of the objects that it is in. */
  of(schema: z.ZodType, property = '', above: readonly z.ZodType[] = []): unknown {
    const core = coreOf(schema);
    if (core instanceof z.ZodObject) return this.#object(core, above);
    if (core instanceof z.ZodArray) {
      const item = coreOf(core.element as z.ZodType);
      // A record that contains records of its own kind ends there.
      return above.indexOf(item) === above.lastIndexOf(item) ? [this.of(item, property, above)] : [];
    }
    if (core instanceof z.ZodRecord) return {};
    const { types, values, known } = contractShape(core);
    if (types?.has('number') || types?.has('integer')) return 1;
    if (types?.has('boolean')) return true;
    return values?.[0] ?? known?.[0] ?? `sample-${property}`;
  }

  /** The value, with its reads reported if it is a copy of a sample. */
  retraced(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || traced.has(value)) return value;
    const schema = (value as Sample)[origin];
    return schema === undefined ? value : this.#proxy(schema, value);
  }

  #object(schema: z.ZodObject, above: readonly z.ZodType[]): object {
    const target: Record<string | symbol, unknown> = { [origin]: schema };
    for (const [name, property] of Object.entries<z.ZodType>(schema.shape)) {
      if (this.#isMinimal && property.isOptional()) continue;
      let value: unknown;
      Object.defineProperty(target, name, {
        enumerable: true,
        configurable: true,
        get: () => {
          value ??= this.of(property, name, [...above, schema]);
          return value;
        },
      });
    }
    return this.#proxy(schema, target);
  }

  #proxy(schema: z.ZodObject, target: object): object {
    let copied: string | symbol | undefined;
    const proxy = new Proxy(target, {
      get: (object, name, receiver) => {
        if (typeof name === 'string' && name !== copied && name in schema.shape) this.#onRead(schema, name);
        copied = undefined;
        return Reflect.get(object, name, receiver);
      },
      // A copy asks for the descriptor of each property before it reads that: the property is not used yet.
      getOwnPropertyDescriptor: (object, name) => {
        copied = name;
        return Reflect.getOwnPropertyDescriptor(object, name);
      },
    });
    traced.add(proxy);
    return proxy;
  }
}

const traced = new WeakSet<object>();
