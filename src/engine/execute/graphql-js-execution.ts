import {
  type FieldNode,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLResolveInfo,
  OperationTypeNode,
  responsePathAsArray,
} from 'graphql';
import type { CompiledField } from '../compile/compiled-operation.ts';
import { tooManyErrors } from '../document/limits.ts';
import { GatewayError } from '../http/errors.ts';
import type { Budget, BudgetEnd } from './budget.ts';
import { isPromise, promiseOf } from './completion.ts';
import { LateErrors } from './late-errors.ts';
import { ReportedErrors } from './reported-errors.ts';

/** A field whose value has not arrived. */
interface WaitingField {
  readonly compiled: CompiledField;
  readonly info: GraphQLResolveInfo;
  resolve(value: null): void;
  reject(error: unknown): void;
}

/** The budget of an execution by graphql-js: what its resolvers return ends with it, and its errors are those that are listed. */
export class GraphQLJsExecution {
  /** The compiled fields, by the nodes that graphql-js hands to resolvers. */
  readonly fields = new WeakMap<readonly FieldNode[], CompiledField>();
  readonly #budget: Budget;
  readonly #errors: ReportedErrors;
  readonly #waiting = new Set<WaitingField>();
  #isWatched = false;

  constructor(budget: Budget) {
    this.#budget = budget;
    this.#errors = new ReportedErrors(budget);
    budget.onEnd((end) => this.#end(end));
  }

  /** The value of a field; null, or an error of the deadline, once the budget has ended. */
  resolve(compiled: CompiledField, info: GraphQLResolveInfo, resolve: () => unknown): unknown {
    if (this.#budget.end !== undefined) return this.#ended(compiled, info, false);
    try {
      const value = resolve();
      if (isPromise(value)) return this.#wait(value, compiled, info);
      if (value instanceof Error) throw value;
      return Array.isArray(value) ? this.#items(value, compiled, info) : value;
    } catch (error) {
      throw this.#listed(error, compiled, info);
    }
  }

  /** The errors of a response, as Apollo has formatted them, that are listed. */
  listed(errors: readonly GraphQLFormattedError[], operation = OperationTypeNode.QUERY): GraphQLFormattedError[] {
    const listed = errors.filter(({ path }) => path?.length !== 0);
    if (this.#budget.end === 'errors') listed.push(tooManyErrors({ operation }).toJSON());
    return listed;
  }

  #items(items: readonly unknown[], compiled: CompiledField, info: GraphQLResolveInfo): readonly unknown[] {
    if (!items.some(isPromise)) return items;
    return items.map((item, key) => {
      const path = { prev: info.path, key, typename: undefined };
      return isPromise(item) ? this.#wait(item, compiled, { ...info, path }) : item;
    });
  }

  #wait(value: PromiseLike<unknown>, compiled: CompiledField, info: GraphQLResolveInfo): Promise<unknown> {
    if (!this.#isWatched) {
      this.#isWatched = true;
      this.#budget.watch();
    }
    const waiting = new Promise((resolve, reject) => {
      const field: WaitingField = { compiled, info, resolve, reject };
      this.#waiting.add(field);
      promiseOf(value).then(
        (resolved) => {
          this.#waiting.delete(field);
          resolve(resolved);
        },
        (error) => {
          if (this.#waiting.delete(field)) reject(this.#listed(error, compiled, info));
        },
      );
    });
    // graphql-js leaves the items of a list alone behind one that has made the list null.
    waiting.catch(() => {});
    return waiting;
  }

  #listed(error: unknown, { nodes }: CompiledField, { path }: GraphQLResolveInfo): GraphQLError {
    return this.#errors.add(error, nodes, () => responsePathAsArray(path)) ?? omitted;
  }

  #end(end: BudgetEnd): void {
    // The calls in flight have failed: their fields report that in this turn of the event loop.
    if (end === 'deadline') setImmediate(() => this.#endWaiting());
    // A write that was sent goes on.
    else if (end !== 'cancelled') this.#endWaiting();
  }

  #endWaiting(): void {
    for (const { compiled, info, resolve, reject } of this.#waiting) {
      try {
        resolve(this.#ended(compiled, info, true));
      } catch (error) {
        reject(error);
      }
    }
    this.#waiting.clear();
  }

  /** Null where errors have run out; throws the error of the deadline. */
  #ended(compiled: CompiledField, info: GraphQLResolveInfo, hasBegun: boolean): null {
    if (this.#budget.end !== 'deadline') return null;
    const isMutation = compiled.parent === undefined && info.operation.operation === OperationTypeNode.MUTATION;
    const error = new LateErrors(this.#budget.timeoutMs).errorOf(isMutation, hasBegun);
    throw this.#listed(error, compiled, info);
  }
}

/** Stands for each error that is not listed. graphql adds no place to it, as it has a path; no other error has an empty one. */
const omitted: GraphQLError = Object.assign(new GatewayError('OPERATION_TOO_EXPENSIVE', 'Not listed.'), { path: [] });
