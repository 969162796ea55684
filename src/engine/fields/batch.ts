import type { GraphQLInputType } from 'graphql';
import type { Endpoint } from '../contract/endpoint.ts';
import { type ErrorCode, GatewayError, notExecuted } from '../http/errors.ts';
import { isExpected } from '../relay/input-id.ts';
import { type ActionField, payloadOf } from './action.ts';
import { type Execution, type Field, FieldKind, type InfoFunction } from './field-kind.ts';
import type { FieldArguments, FieldContext, FieldView } from './field-view.ts';
import { idsInSteps, RejectedIds } from './input-ids.ts';
import type { InputNames } from './input-names.ts';
import { arrivedValues, later, type PlannedField, type PlannedValues, type Planner } from './planner.ts';
import type { SampleSource } from './sample-source.ts';
import { limitedUserErrors, type UserError } from './user-errors.ts';
import type { PreparationSteps, Write, WriteRequest } from './write.ts';

/** Most items of one batch. */
export const maxBatchItems = 100;

type Input = Readonly<Record<string, unknown>>;

/** A mutation that performs one action for each id of a list, one after the other. */
export class BatchField extends FieldKind implements Write {
  override readonly write = this;
  readonly isBatch = true;
  readonly endpoint: Endpoint;
  readonly inputNames: InputNames;
  readonly #action: ActionField;
  /** The input field with the ids, and the field of the action's input that takes one of them. */
  readonly #list: string;
  readonly #item: string;

  constructor(action: ActionField, list: string, item: string) {
    super([action.endpoint]);
    this.endpoint = action.endpoint;
    this.inputNames = action.inputNames;
    this.#action = action;
    this.#list = list;
    this.#item = item;
  }

  /** Prepares the writes of all items: if one is rejected, none is sent. */
  *prepare({ input }: FieldArguments, type: GraphQLInputType): PreparationSteps {
    const wrongCount = this.#countError(this.#idsIn(input).length);
    if (wrongCount !== undefined) return { userErrors: [wrongCount] };
    const rejectedIds = new RejectedIds();
    const items = this.#itemsOf(yield* idsInSteps(input, type, rejectedIds));
    const requests: WriteRequest[] = [];
    const errors: UserError[] = [];
    for (const [i, item] of items.entries()) {
      const prepared = yield* this.#action.prepareInput(item, rejectedIds);
      if ('requests' in prepared) requests.push(...prepared.requests);
      else errors.push(...prepared.userErrors.map((error) => this.#atItem(error, i)));
    }
    if (errors.length === 0) errors.push(...this.#repeated(requests, items));
    return errors.length === 0 ? { requests } : { userErrors: limitedUserErrors(errors, rejectedIds.isFull) };
  }

  #countError(count: number): UserError | undefined {
    const field = [this.#list];
    if (count === 0) return { field, message: 'It must not be empty.', code: 'TOO_SHORT' };
    if (count <= maxBatchItems) return undefined;
    return { field, message: `It must have at most ${maxBatchItems} ids, not ${count}.`, code: 'TOO_LONG' };
  }

  /** What is wrong with the id of an item is wrong at its place in the list. */
  #atItem({ field, ...error }: UserError, i: number): UserError {
    return { ...error, field: field?.[0] === this.#item ? [this.#list, String(i), ...field.slice(1)] : field };
  }

  /**
   * The items that write to the same record as an earlier one. Ids that are not known yet are compared once they are. An id and an alias
   * of the same record differ: only the service knows whose alias it is, and the same values are then written twice.
   */
  #repeated(requests: readonly WriteRequest[], items: readonly Input[]): UserError[] {
    const places = new Map<string, number>();
    return requests.flatMap(({ path, query }, i) => {
      if (isExpected(items[i]?.[this.#item])) return [];
      const target = JSON.stringify([path, query]);
      const first = places.get(target);
      if (first === undefined) places.set(target, i);
      if (first === undefined) return [];
      const message = `It names the same record as item ${first}. Name each record once.`;
      return [{ field: [this.#list, String(i)], message, code: 'INVALID' } as const];
    });
  }

  #idsIn(input: unknown): readonly unknown[] {
    return (input as Readonly<Record<string, readonly unknown[]>>)[this.#list] ?? [];
  }

  /** The inputs of the action: each has one of the ids, and all that is not about single items. */
  #itemsOf(input: unknown): Input[] {
    const { [this.#list]: _ids, ...shared } = input as Input;
    return this.#idsIn(input).map((id) => ({ ...shared, [this.#item]: id }));
  }

  /** Sends each write once, in the order of the items, until one must not be sent. Resolves to the payload with the result of each. */
  async resolve(
    _parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    _info: InfoFunction,
    execution: Execution,
  ): Promise<object> {
    const validated = execution.validated(field, context);
    if ('userErrors' in validated) return payloadOf(args, validated.userErrors, { results: null });
    execution.outlivesDeadline(context);
    const items = this.#itemsOf(args.input);
    const results: object[] = [];
    let unsent: GatewayError | undefined;
    for (const [i, request] of validated.requests.entries()) {
      unsent ??= execution.unsent(context);
      const result = unsent ?? (await this.#result(request, items[i] ?? {}, field, context, execution));
      const isError = result instanceof GatewayError;
      if (isError) unsent ??= unsentAfter(result, i);
      results.push(isError ? failed(result) : result);
    }
    return payloadOf(args, [], { results });
  }

  /** The result of a write, or its error. */
  async #result(
    request: WriteRequest,
    input: Input,
    mutation: FieldView,
    context: FieldContext,
    execution: Execution,
  ): Promise<object | GatewayError> {
    try {
      return { ...(await this.#action.perform(request, input, mutation, context, execution)), error: null };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      return error;
    }
  }

  override plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    const { endpoints, endpoint: write } = this;
    const items = Math.min(this.#idsIn(field.args.input).length, maxBatchItems);
    if (items === 0) return;
    // The writes follow one another, as the pages of a list do.
    const end = planner.calls(field, { endpoints, count: on.count, start: on.arrived, pages: items });
    planner.below(field, { ...arrivedValues(on.count, later(on.arrived, end)), write, items });
  }

  sample(parent: unknown, samples: SampleSource): unknown[] {
    return [{ results: this.#action.sample(parent, samples) }];
  }
}

/** Why no item is sent after one with this error: who says when to try again, or limits the rate, would reject the others as well. */
function unsentAfter({ code, extensions: { retryAfter } }: GatewayError, item: number): GatewayError | undefined {
  if (code !== 'RATE_LIMITED' && retryAfter === undefined) return undefined;
  return notExecuted(`item ${item} has to be sent again later.`, { retryAfter: retryAfter as number | undefined });
}

/** The result of an item whose write failed, or was not sent. */
function failed({ code, message, extensions: { retryAfter } }: GatewayError): object {
  return { userErrors: [], error: { code, message, retryAfter } };
}

/** The input of a batch: that of the action, with a list of ids in place of one. */
type BatchInput<ItemInput, List extends string, Item extends keyof ItemInput> = Omit<ItemInput, Item> & {
  readonly [Name in List]: readonly NonNullable<ItemInput[Item]>[];
};

/** The payload of a batch: its results have the fields of the action's payload. */
export interface BatchPayload<ItemPayload> {
  results: (Omit<NonNullable<Awaited<ItemPayload>>, 'clientMutationId' | '__typename'> & {
    error?: { code: ErrorCode; message: string; retryAfter?: number | null } | null;
  })[];
  userErrors: UserError[];
  clientMutationId?: string | null;
}

/**
 * A mutation that performs an action for each id of a list, once and in their order. `list` is the input field with the ids, and `item`
 * the field of the action's input that takes one of them; the other fields are the same for all. Everything is validated before the
 * first write is sent, and no id may occur twice. The payload has one of the `results` for each id: the fields of the action's
 * payload, and the `error` of a write that failed or was not sent.
 */
export function batchOf<ItemInput, ItemPayload, List extends string, Item extends keyof ItemInput & string>(
  action: Field<unknown, { input: ItemInput }, ItemPayload, ActionField>,
  list: List,
  item: Item,
): Field<unknown, { input: BatchInput<ItemInput, List, Item> }, BatchPayload<ItemPayload>, BatchField> {
  return new BatchField(action, list, item);
}
