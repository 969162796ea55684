import type { z } from 'zod';
import { contractShape, coreOf } from '../contract/contract-shape.ts';
import type { Property, Shape } from '../contract/shape.ts';
import { changesOfReceived, changesOfSent } from './compare-shapes.ts';
import type { Change } from './difference.ts';
import { DocumentError } from './document-error.ts';
import type { RawSchema, SchemaReader } from './schema-reader.ts';

/** Whether the gateway sends a value or receives it. */
export type Direction = 'sent' | 'received';

/** A change of a field, or of a value without a name, in a request or in a response. */
export interface FieldChange extends Change {
  /** `items[].title`; empty for the whole value. */
  readonly location: string;
  /** The contract's object that has the field. */
  readonly owner?: z.ZodType | undefined;
  readonly property?: string;
}

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

  /** The changes of a body. Throws a DocumentError for a document that is nested too deeply. */
  compareBody(contract: z.ZodType, document: RawSchema, direction: Direction): readonly FieldChange[] {
    return this.#value({ location: '', contract, document, direction, isRequired: true });
  }

  /** The changes below a value. */
  #below(contract: z.ZodType, document: RawSchema, direction: Direction): readonly FieldChange[] {
    const core = coreOf(contract);
    const target = this.#reader.targetOf(document);
    const ofCore = this.#compared[direction].get(core) ?? new Map<unknown, readonly FieldChange[]>();
    this.#compared[direction].set(core, ofCore);
    const known = ofCore.get(target);
    if (known !== undefined) return known;
    if (this.#depth >= maxDepth) {
      throw new DocumentError(`The document has schemas that are nested deeper than ${maxDepth} levels.`);
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
      const found = document.properties.get(name);
      const own = (all: readonly FieldChange[]) => all.map((one) => ({ ...one, owner: one.owner ?? owner }));
      if (found === undefined) return own([{ ...removal(name, direction), location: name, property: name }]);
      const inner = this.#value({
        location: name,
        contract: property.schema,
        document: found.schema,
        direction,
        isRequired: property.isRequired,
      });
      const presence = presenceChange(name, property, found, direction);
      return own(
        [...presence.map((one) => ({ ...one, location: name })), ...inner].map((one) => ({ property: name, ...one })),
      );
    });
    return [...changes, ...additions(owner, contract, document, direction)];
  }

  #value(value: ComparedValue): FieldChange[] {
    const { location, contract, document, direction, isRequired } = value;
    const [expected, found] = [contractShape(contract), this.#reader.shapeOf(document)];
    const what = nameOf(location, direction === 'sent' ? 'request' : 'response');
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
  return { change: 'removed', isBreaking: true, message };
}

function presenceChange(
  name: string,
  contract: Property<unknown>,
  document: Property<unknown>,
  direction: Direction,
): Change[] {
  if (contract.isRequired === document.isRequired) return [];
  if (direction === 'received') {
    const message = `The response field ${name} can be missing.`;
    return contract.isRequired ? [{ change: 'optional', isBreaking: true, message }] : [];
  }
  return document.isRequired
    ? [{ change: 'required', isBreaking: true, message: `The request field ${name} is required.` }]
    : [{ change: 'optional', isBreaking: false, message: `The request field ${name} is optional.` }];
}

/** Fields that the contract does not have. Objects that it leaves open may have any. */
function additions(
  owner: z.ZodType,
  contract: Shape<z.ZodType>,
  document: Shape<RawSchema>,
  direction: Direction,
): FieldChange[] {
  if (contract.isLoose) return [];
  const added = [...document.properties].filter(([name]) => !contract.properties.has(name));
  return added.map(([name, { isRequired }]) => {
    const isDemanded = direction === 'sent' && isRequired;
    const part = direction === 'sent' ? 'request' : 'response';
    const change = isDemanded ? 'required-added' : 'added';
    const message = `The ${part} field ${name} is new${isDemanded ? ' and required' : ''}.`;
    return { change, isBreaking: isDemanded, message, location: name, owner, property: name };
  });
}
