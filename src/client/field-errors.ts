import type { DocumentNode, GraphQLFormattedError, SelectionSetNode } from 'graphql';
import { throwFieldError } from './field-error.ts';
import { type Fields, fieldKey, pageKey, type SelectedField, Selection } from './selection.ts';
import type { ClientOperation, ClientResult } from './types.ts';

/** Of a session: a page has a few. */
const maxErrors = 1000;

/**
 * The errors of fields whose data a normalized cache keeps. Such a cache stores null for a field that failed, but not why. Here are the
 * errors by record, field and arguments, so that every query that reads the field from the cache gets the error. A later result of
 * any operation that has the field replaces its error, or ends it.
 */
export class FieldErrors {
  readonly #errors = new Map<string, GraphQLFormattedError>();
  readonly #selections = new WeakMap<DocumentNode, Selection>();
  #guarded = new WeakMap<object, Guarded>();

  /** Takes a result of the network. To be called before the cache is written, such as in a link or an exchange. */
  record(operation: ClientOperation, { data, errors: given }: ClientResult): void {
    const errors = given ?? [];
    if (this.#errors.size === 0 && errors.length === 0) return;
    this.#guarded = new WeakMap();
    const walk = this.#walk(operation, (place) => void this.#errors.delete(place));
    walk.visit(data);
    for (const error of errors) this.#add(walk.placeOf(data, error.path ?? []), error);
  }

  /**
   * The data of an operation, in which reading a field that failed throws its `FieldError`. The data itself is not changed. While there
   * are no other errors, the same data is the same again, as effects and memos of components expect.
   */
  guard<Data>(operation: ClientOperation, data: Data): Data {
    if (this.#errors.size === 0 || !isObject(data)) return data;
    const { query, variables = {} } = operation;
    const values = JSON.stringify(variables);
    const known = this.#guarded.get(data);
    if (known?.query === query && known.values === values) return known.copy as Data;
    const copy = this.#walk(operation, (place) => this.#errors.get(place)).guarded(data);
    this.#guarded.set(data, { query, values, copy });
    return copy as Data;
  }

  /** Ends all errors, as when a user signs out. */
  clear(): void {
    this.#errors.clear();
  }

  #add(place: string | undefined, error: GraphQLFormattedError): void {
    if (place === undefined) return;
    this.#errors.set(place, error);
    const [oldest] = this.#errors.size > maxErrors ? this.#errors.keys() : [];
    if (oldest !== undefined) this.#errors.delete(oldest);
  }

  #walk({ query, variables = {} }: ClientOperation, atField: AtField): Walk {
    const selection = this.#selections.get(query) ?? new Selection(query);
    this.#selections.set(query, selection);
    return new Walk(selection, selection.valuesOf(variables), atField);
  }
}

/** Data of an operation in which reading a field that failed throws. */
interface Guarded {
  readonly query: DocumentNode;
  readonly values: string;
  readonly copy: unknown;
}

/** Called with the place of each field; an error replaces the field if it is null. */
type AtField = (place: string) => GraphQLFormattedError | undefined;

/** Where the walk is. */
interface Position {
  readonly place: string;
  readonly below: SelectionSetNode[];
  /** The page of the list that comes next: an item without an id has its place there, not in the joined list. */
  readonly page: string;
}

type ObjectData = Readonly<Record<string, unknown>>;

/** Walks over data along the selection of its document. */
class Walk {
  readonly #selection: Selection;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #atField: AtField;

  constructor(selection: Selection, variables: Readonly<Record<string, unknown>>, atField: AtField) {
    this.#selection = selection;
    this.#variables = variables;
    this.#atField = atField;
  }

  visit(data: unknown, at = this.#root): void {
    if (Array.isArray(data)) {
      for (const [i, item] of data.entries()) this.visit(item, itemAt(at, i));
    } else if (isObject(data)) {
      for (const [name, value] of Object.entries(data)) {
        const field = this.#field(data, at, name);
        this.#atField(field.place);
        this.visit(value, field);
      }
    }
  }

  guarded(data: unknown, at = this.#root): unknown {
    if (Array.isArray(data)) return data.map((item, i) => this.guarded(item, itemAt(at, i)));
    if (!isObject(data)) return data;
    const copy = {};
    for (const [name, value] of Object.entries(data)) {
      const field = this.#field(data, at, name);
      const error = value === null ? this.#atField(field.place) : undefined;
      const property = error ? { get: () => throwFieldError(error) } : { value: this.guarded(value, field) };
      Object.defineProperty(copy, name, { enumerable: true, ...property });
    }
    return copy;
  }

  /** The place of the field that an error is about: that of its path, or the one above that became null for it. */
  placeOf(data: unknown, path: readonly (string | number)[]): string | undefined {
    let at = this.#root;
    let value = data;
    for (const step of path) {
      if (Array.isArray(value)) at = itemAt(at, step);
      else if (isObject(value)) at = this.#field(value, at, String(step));
      else break;
      value = (value as ObjectData)[step];
    }
    return at.place === '' ? undefined : at.place;
  }

  get #root(): Position {
    return { place: '', below: this.#selection.root, page: '' };
  }

  #field(parent: ObjectData, { place, below, page }: Position, name: string): Position {
    const type = typeof parent.__typename === 'string' ? parent.__typename : '';
    const fields = this.#selection.fieldsOf(below, type);
    const field = fields.get(name);
    const at = recordKey(type, parent, fields) ?? place;
    if (field === undefined) return { place: `${at}.${name}`, below: [], page };
    const { node } = field;
    const key = fieldKey(node, this.#variables);
    return { place: `${at}.${key}`, below: field.below, page: pageKey(node, this.#variables) || page };
  }
}

function itemAt({ place, below, page }: Position, index: number | string): Position {
  return { place: `${place}${page}.${index}`, below, page: '' };
}

/** As normalized caches identify records. There is one viewer. */
function recordKey(type: string, data: ObjectData, fields: Fields): string | undefined {
  if (type === 'Viewer') return type;
  const id = data[nameOfId(fields)];
  return type !== '' && typeof id === 'string' ? `${type}:${id}` : undefined;
}

/** What the document calls the field `id`. */
function nameOfId(fields: Fields): string {
  const isId = ([, { node }]: [string, SelectedField]) => node.name.value === 'id';
  const named = fields.get('id');
  if (named?.node.name.value === 'id') return 'id';
  const [name = named ? '' : 'id'] = [...fields].find(isId) ?? [];
  return name;
}

function isObject(value: unknown): value is ObjectData {
  return typeof value === 'object' && value !== null;
}
