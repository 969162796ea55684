import type { z } from 'zod';
import { contractShape, coreOf, type Shape } from '../../engine/engine.ts';
import { usageError } from '../exit.ts';
import { changesOfReceived, changesOfSent } from './compare-shapes.ts';
import { breaking, type Change, type Direction, type FieldChange, harmless } from './difference.ts';
import type { RawSchema, SchemaReader } from './schema-reader.ts';

/** Most levels of objects and lists. */
const maxDepth = 100;

/** Compares values of the contract with those of a document. Each pair of schemas is compared once. */
export class FieldComparison {
  readonly #reader: SchemaReader;
  readonly #compared: Record<Direction, Map<z.ZodType, Map<unknown, readonly FieldChange[]>>>;
  #depth = 0;

  constructor(reader: SchemaReader) {
    this.#reader = reader;
    this.#compared = { sent: new Map(), received: new Map() };
  }

  /** The changes of a body. Throws a usage error for a document that is nested too deeply. */
  compareBody(contract: z.ZodType, document: RawSchema, direction: Direction): readonly FieldChange[] {
    return this.#value({ location: '', contract, document, direction, isRequired: true });
  }

  #below(contract: z.ZodType, document: RawSchema, direction: Direction): readonly FieldChange[] {
    const core = coreOf(contract);
    const target = this.#reader.targetOf(document);
    const ofCore = this.#compared[direction].get(core) ?? new Map<unknown, readonly FieldChange[]>();
    this.#compared[direction].set(core, ofCore);
    const known = ofCore.get(target);
    if (known !== undefined) return known;
    if (this.#depth >= maxDepth) {
      throw usageError(`The document has schemas that are nested deeper than ${maxDepth} levels.`);
    }
    // A record that contains its own kind is compared once.
    ofCore.set(target, []);
    this.#depth += 1;
    const changes = this.#compareParts(core, target, direction);
    this.#depth -= 1;
    ofCore.set(target, changes);
    return changes;
  }

  #compareParts(contract: z.ZodType, document: RawSchema, direction: Direction): readonly FieldChange[] {
    const expected = contractShape(contract);
    const found = this.#reader.shapeOf(document);
    return [
      ...this.#properties(contract, expected, found, direction),
      ...this.#inner('[]', expected.items, found.items, direction),
      ...this.#inner('{}', expected.additional, found.additional, direction),
    ];
  }

  /** What is in a list, or in the values of a map. */
  #inner(location: string, contract: z.ZodType | undefined, document: RawSchema, direction: Direction): FieldChange[] {
    if (contract === undefined || document === undefined) return [];
    return this.#value({ location, contract, document, direction, isRequired: true });
  }

  #properties(
    owner: z.ZodType,
    contract: Shape<z.ZodType>,
    document: Shape<RawSchema>,
    direction: Direction,
  ): FieldChange[] {
    const changes = [...contract.properties].flatMap(([name, property]) => {
      const isRequired = { contract: contract.required.has(name), document: document.required.has(name) };
      const compared = this.#property(name, property, document.properties.get(name), isRequired, direction);
      return compared.map((one) => ({ property: name, ...one, owner: one.owner ?? owner }));
    });
    return [...changes, ...this.#additions(owner, contract, document, direction)];
  }

  #property(
    name: string,
    contract: z.ZodType,
    document: RawSchema | undefined,
    isRequired: Presence,
    direction: Direction,
  ): FieldChange[] {
    const absence = this.#absence(name, document, direction);
    if (absence !== undefined) return [{ ...absence, location: name }];
    const deprecation = this.#reader.shapeOf(document).isDeprecated ? [deprecated(name, direction)] : [];
    const own = [...deprecation, ...presenceChange(name, isRequired, direction)];
    return [
      ...own.map((one) => ({ ...one, location: name })),
      ...this.#value({ location: name, contract, document, direction, isRequired: isRequired.contract }),
    ];
  }

  /** The change of a property that requests, or responses, do not have. */
  #absence(name: string, document: RawSchema | undefined, direction: Direction): Change | undefined {
    if (document === undefined) return removal(name, direction);
    const { isReadOnly, isWriteOnly } = this.#reader.shapeOf(document);
    if (direction === 'sent' && isReadOnly) {
      return breaking('read-only', `The request field ${name} is read-only.`);
    }
    const message = `The response field ${name} is write-only.`;
    return direction === 'received' && isWriteOnly ? breaking('write-only', message) : undefined;
  }

  /** Fields that the contract does not have. Objects that it leaves open may have any. */
  #additions(
    owner: z.ZodType,
    contract: Shape<z.ZodType>,
    document: Shape<RawSchema>,
    direction: Direction,
  ): FieldChange[] {
    const names = new Set([...document.properties.keys(), ...(direction === 'sent' ? document.required : [])]);
    return [...names].flatMap((name) => {
      const schema = document.properties.get(name);
      const { isReadOnly, isWriteOnly } = this.#reader.shapeOf(schema ?? true);
      const isHidden = direction === 'sent' ? isReadOnly : isWriteOnly;
      const isDemanded = direction === 'sent' && document.required.has(name);
      if (contract.properties.has(name) || isHidden || (contract.isLoose && !isDemanded)) return [];
      return [{ ...addition(name, direction, isDemanded), location: name, owner, property: name }];
    });
  }

  #value(value: ComparedValue): FieldChange[] {
    const { location, contract, document, direction, isRequired } = value;
    const [expected, found] = [contractShape(contract), this.#reader.shapeOf(document)];
    const what = nameOf(location, partOf(direction));
    const own =
      direction === 'sent'
        ? changesOfSent(what, expected, found)
        : changesOfReceived(what, expected, found, isRequired);
    if (own.some(({ change }) => change === 'type')) return own.map((one) => ({ ...one, location }));
    const inner = this.#below(contract, document, direction);
    return [
      ...own.map((one) => ({ ...one, location })),
      ...inner.map((one) => ({ ...one, location: joined(location, one.location) })),
    ];
  }
}

interface ComparedValue {
  readonly location: string;
  readonly contract: z.ZodType;
  readonly document: RawSchema;
  readonly direction: Direction;
  readonly isRequired: boolean;
}

const partOf = (direction: Direction) => (direction === 'sent' ? 'request' : 'response');

function nameOf(location: string, part: string): string {
  if (location === '') return `The ${part} body`;
  if (location === '[]') return `An item of the ${part} field`;
  return location === '{}' ? `A value of the ${part} field` : `The ${part} field ${location}`;
}

/** `items` and `[].title` are `items[].title`. */
function joined(location: string, inner: string): string {
  if (location === '') return inner;
  return inner.startsWith('[') || inner.startsWith('{') ? location + inner : `${location}.${inner}`;
}

function removal(name: string, direction: Direction): Change {
  const message =
    direction === 'sent' ? `The request field ${name} is not accepted.` : `The response field ${name} is removed.`;
  return breaking('removed', message);
}

function deprecated(name: string, direction: Direction): Change {
  const message = `The ${partOf(direction)} field ${name} is deprecated.`;
  return harmless('deprecated', message);
}

/** Whether a property is required. */
interface Presence {
  readonly contract: boolean;
  readonly document: boolean;
}

function presenceChange(name: string, { contract, document }: Presence, direction: Direction): Change[] {
  if (contract === document) return [];
  if (direction === 'received') {
    const message = `The response field ${name} can be missing.`;
    return contract ? [breaking('optional', message)] : [];
  }
  return document
    ? [breaking('required', `The request field ${name} is required.`)]
    : [harmless('optional', `The request field ${name} is optional.`)];
}

function addition(name: string, direction: Direction, isDemanded: boolean): Change {
  const message = `The ${partOf(direction)} field ${name} is new${isDemanded ? ' and required' : ''}.`;
  return { change: isDemanded ? 'required-added' : 'added', isBreaking: isDemanded, message };
}
