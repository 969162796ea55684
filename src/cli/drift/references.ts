import { isJsonObject, type JsonObject } from '../../engine/engine.ts';
import { usageError } from '../exit.ts';

/** Most references that follow one another. */
const maxChain = 50;

/** Keywords beside a reference that do not change what it refers to, as all that start with `x-`. */
const annotations: ReadonlySet<string> = new Set([
  ...['$ref', '$comment', 'summary', 'description', 'title', 'example', 'examples', 'externalDocs'],
]);

const isAnnotation = (key: string) => annotations.has(key) || key.startsWith('x-');

/** Follows the references inside one document. */
export class References {
  readonly #document: unknown;
  readonly #targets = new Map<string, unknown>();

  constructor(document: unknown) {
    this.#document = document;
  }

  /**
   * What a schema refers to; the schema itself if it is no reference, or if it says more than the reference. Throws a
   * usage error for a reference that leads nowhere, to another document, or in a circle.
   */
  resolve(schema: unknown): unknown {
    return this.#target(schema, (reference) => Object.keys(reference).every(isAnnotation));
  }

  /** What anything but a schema refers to: what is beside the reference does not count. Throws as `resolve` does. */
  resolveObject(value: unknown): unknown {
    return this.#target(value, () => true);
  }

  #target(value: unknown, isOnlyReference: (reference: JsonObject) => boolean): unknown {
    let target = value;
    for (let i = 0; i < maxChain; i++) {
      if (!isJsonObject(target) || typeof target.$ref !== 'string' || !isOnlyReference(target)) return target;
      target = this.#follow(target.$ref);
    }
    throw usageError(`More than ${maxChain} references follow one another, or they lead in a circle.`);
  }

  #follow(reference: string): unknown {
    const known = this.#targets.get(reference);
    if (known !== undefined) return known;
    if (!reference.startsWith('#')) {
      throw usageError(
        `The reference ${quoted(reference)} leads to another document. Bundle the documents into one first.`,
      );
    }
    const target = this.#find(reference);
    if (target === undefined) throw usageError(`The reference ${quoted(reference)} leads nowhere.`);
    this.#targets.set(reference, target);
    return target;
  }

  #find(reference: string): unknown {
    let value = this.#document;
    for (const part of pointerParts(reference)) {
      const isPresent = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
      if (!isPresent) return undefined;
      value = (value as Readonly<Record<string, unknown>>)[part];
    }
    return value;
  }
}

/** The parts of a JSON pointer in a URI fragment (RFC 6901, section 6). */
function pointerParts(reference: string): string[] {
  const [start, ...parts] = decoded(reference).split('/');
  // An anchor is a name, and no pointer.
  if (start !== '') throw usageError(`The reference ${quoted(reference)} is an anchor. Use a JSON pointer.`);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    throw usageError(`The reference ${quoted(reference)} is not valid.`);
  }
}

const quoted = (text: string) => JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
