import type { GraphQLInputType } from 'graphql';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Key } from '../contract/entity.ts';
import type { Query } from '../data/cached-read.ts';
import type { InputNames, ItemKeys } from './input-names.ts';
import type { UserError } from './user-errors.ts';

export interface WriteRequest {
  readonly path: Key;
  readonly query: Query | undefined;
  readonly body: unknown;
  readonly itemKeys?: ItemKeys | undefined;
}

/** Writes that can be sent, in their order, or what is wrong with the input: nothing of it is sent then. */
export type PreparedWrite =
  | { readonly requests: readonly WriteRequest[] }
  | { readonly userErrors: readonly UserError[] };

/** The check of an input in steps: an input may have as many values as a request. */
export type PreparationSteps = Generator<void, PreparedWrite, void>;

/** The write that a mutation performs, once or for each item of a list. */
export interface Write {
  readonly endpoint: Endpoint;
  /** Whether it performs the write for each item of a list. */
  readonly isBatch: boolean;
  readonly inputNames: InputNames;
  /** `type` is the type of the mutation's `input`. A step throws a GatewayError. */
  prepare(args: unknown, type: GraphQLInputType): PreparationSteps;
}
