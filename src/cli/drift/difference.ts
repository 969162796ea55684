import type { z } from 'zod';
import type { Endpoint } from '../../engine/engine.ts';

/** What is different at one place. */
export interface Change {
  /** What has changed: `removed`, `type`, `values-added` … */
  readonly change: string;
  /** Whether it can break clients of the graph. */
  readonly isBreaking: boolean;
  /** One sentence. */
  readonly message: string;
}

/** A change that can break clients of the graph. */
export const breaking = (change: string, message: string): Change => ({ change, isBreaking: true, message });

/** A change that breaks no client of the graph. */
export const harmless = (change: string, message: string): Change => ({ change, isBreaking: false, message });

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

/** A change of one part of one operation. */
export interface Finding extends Change {
  /** The part: `operation`, `query-parameter`, `request-field`, `response-field` … */
  readonly part: string;
  /** Name of a parameter, or path of a field: `items[].title`. Empty for the operation itself. */
  readonly location: string;
  /** The operation of the contract; undefined for one that the contract does not have. */
  readonly endpoint: Endpoint | undefined;
  /** `GET /v1/orgs`, for an operation that the contract does not have. */
  readonly address: string;
  /** The contract's object that has the field: the same for all operations that use it. */
  readonly owner?: z.ZodType | undefined;
  /** The field's name in `owner`. */
  readonly property?: string;
}

/** A change of one part of an operation, as the comparison of that part returns it. */
export type Part = FieldChange & Pick<Finding, 'part'>;

/** A difference between the document and the contract, in all operations that have it. */
export interface Difference {
  /** `response-field-removed`. */
  readonly kind: string;
  readonly isBreaking: boolean;
  readonly message: string;
  readonly places: readonly Place[];
  /** Fields of the graph that depend on it: `Space.title`. */
  readonly fields: readonly string[];
  /** Names of the documents that select one of these fields. */
  readonly documents?: readonly string[];
}

export interface Place {
  /** `spaces.get`, or `GET /v1/new` for an operation that the contract does not have. */
  readonly operation: string;
  readonly location: string;
}
