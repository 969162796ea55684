import type { GraphQLInputType } from 'graphql';
import type { z } from 'zod';
import type { BodyOf, Endpoint, PathOf, ResultOf } from '../contract/endpoint.ts';
import type { Entity, Key, RecordOf } from '../contract/entity.ts';
import { hasNoValue } from '../data/cached-read.ts';
import { Reference } from '../data/reference.ts';
import type { Arguments } from '../http/client.ts';
import { GatewayError } from '../http/errors.ts';
import { urlOf } from '../http/url.ts';
import { unknownPart } from '../relay/expected-id.ts';
import { type Execution, type Field, FieldKind, type InfoFunction, type RequestOf } from './field-kind.ts';
import type { FieldArguments, FieldContext, FieldView } from './field-view.ts';
import { idsInSteps, RejectedIds } from './input-ids.ts';
import type { InputNames, ItemKeys } from './input-names.ts';
import { arrivedValues, later, type PlannedField, type PlannedValues, type Planner } from './planner.ts';
import type { SampleSource } from './sample-source.ts';
import { checkedBody, limitedUserErrors, type NullMeaning, type UserError, userErrorsOf } from './user-errors.ts';
import type { PreparationSteps, Write, WriteRequest } from './write.ts';

interface ActionFunctions {
  request(input: unknown): ActionRequestOf<Endpoint> | InSteps<ActionRequestOf<Endpoint>>;
  payload(written: Written<Endpoint, unknown>): object;
  /** Whether a result of a write that succeeded tells that it did not do all that was asked for. */
  isFailure?(result: unknown): boolean;
}

/** A mutation that one REST action performs. */
export class ActionField extends FieldKind implements Write {
  override readonly write = this;
  readonly isBatch = false;
  readonly endpoint: Endpoint;
  readonly inputNames: InputNames;
  readonly #functions: ActionFunctions;
  readonly #nullMeaning: NullMeaning;

  constructor(endpoint: Endpoint, functions: ActionFunctions, inputNames: InputNames, nullMeaning: NullMeaning) {
    super([endpoint]);
    this.endpoint = endpoint;
    this.inputNames = inputNames;
    this.#functions = functions;
    this.#nullMeaning = nullMeaning;
  }

  *prepare({ input }: FieldArguments, type: GraphQLInputType): PreparationSteps {
    const rejectedIds = new RejectedIds();
    const withIds = yield* idsInSteps(input, type, rejectedIds);
    yield;
    return yield* this.prepareInput(withIds, rejectedIds);
  }

  /** The same for an input with an `InputId` for each id, which report to `rejectedIds`. */
  *prepareInput(input: unknown, rejectedIds: RejectedIds): PreparationSteps {
    const request = this.#functions.request(input);
    const made = Symbol.iterator in request ? yield* request : request;
    const { path, query, body: given, itemKeys, userErrors = [] } = made;
    yield;
    const schema: z.ZodType | undefined = this.endpoint.body;
    const { body, userErrors: inBody } = checkedBody(schema, given, this.inputNames, this.#nullMeaning);
    const all = [...userErrors, ...inBody, ...rejectedIds.errors];
    if (all.length > 0) return { userErrors: limitedUserErrors(all, rejectedIds.isFull) };
    // A path that no URL can hold is rejected here, before any write of the document is sent.
    if (!Object.values(path as Key).includes(unknownPart)) urlOf(this.endpoint, path, query);
    return { requests: [{ path, query, body, itemKeys }] };
  }

  /** Sends the write once, after all mutations of the operation were validated. Resolves to the payload. */
  async resolve(
    _parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    _info: InfoFunction,
    execution: Execution,
  ): Promise<object> {
    const validated = execution.validated(field, context);
    if ('userErrors' in validated) return payloadOf(args, validated.userErrors);
    const [request] = validated.requests;
    if (request === undefined) throw new TypeError(`${field.field.name} has no request.`);
    const performed = await this.perform(request, args.input, field, context, execution);
    return payloadOf(args, performed.userErrors, performed);
  }

  /**
   * Sends a write of a mutation once. Resolves to the fields of its payload, or to what is wrong with its input; rejects with other
   * errors.
   */
  async perform(
    request: WriteRequest,
    input: unknown,
    mutation: FieldView,
    context: FieldContext,
    execution: Execution,
  ): Promise<{ userErrors: readonly UserError[] }> {
    try {
      return { ...(await this.#written(request, input, context, execution)), userErrors: [] };
    } catch (error) {
      execution.failed(context);
      const names = { type: mutation.field.args[0]?.type, inputNames: this.inputNames, itemKeys: request.itemKeys };
      const rejected = error instanceof GatewayError ? userErrorsOf(error, names) : undefined;
      if (rejected === undefined) throw error;
      return { userErrors: rejected };
    }
  }

  async #written(request: WriteRequest, input: unknown, context: FieldContext, execution: Execution): Promise<object> {
    const { rest, cache, origin } = context;
    let result: unknown;
    try {
      result = await rest.call(this.endpoint, request as Arguments<Endpoint>, origin);
    } finally {
      // What was read before may be wrong now, whether the write is known to have succeeded or not.
      cache.clear();
    }
    if (this.#functions.isFailure?.(result)) execution.failed(context);
    const fields = this.#payload(result, request.path, input);
    // A record in another form than its plain GET returns is not the one that other fields will look for.
    if (hasNoValue(request.query ?? {})) cacheRecords(fields, context);
    return fields;
  }

  override plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    const { endpoints, endpoint: write } = this;
    const end = planner.calls(field, { endpoints, count: on.count, start: on.arrived });
    planner.below(field, { ...arrivedValues(on.count, later(on.arrived, end)), write });
  }

  #payload(result: unknown, path: WriteRequest['path'], input: unknown): object {
    const record = (entity: Entity, base = path) => Reference.of(entity, base, result as object, this.endpoint);
    return this.#functions.payload({ result, path, input, record } as Written<Endpoint, unknown>);
  }

  sample(_parent: unknown, samples: SampleSource): unknown[] {
    return [this.#payload(samples.result(this.endpoint), samples.path(this.endpoint), {})];
  }
}

export function payloadOf({ input }: FieldArguments, userErrors: readonly UserError[], fields: object = {}): object {
  const { clientMutationId } = input as { clientMutationId?: string | null };
  return { ...fields, userErrors, clientMutationId };
}

function cacheRecords(fields: object, { cache }: FieldContext): void {
  for (const value of Object.values(fields)) {
    if (value instanceof Reference && value.record !== undefined && value.hasKey) {
      cache.add(value.entity, value.key, value.record);
    }
  }
}

/** The request of an action. Its body may hold null wherever GraphQL allows it; the contract decides. */
interface ActionRequestOf<O extends Endpoint> {
  path: PathOf<O>;
  query?: RequestOf<O>['query'];
  body?: Nullable<BodyOf<O>>;
  itemKeys?: ItemKeys;
  /** What is wrong with the input beyond what the contract says of the body. */
  userErrors?: readonly UserError[];
}

/** What is made in steps, which take little time each: an input may have thousands of ids. */
type InSteps<Result> = Generator<void, Result, void>;

/** A body as an input provides it: any field may be null until it is checked. */
type Nullable<Body> = Body extends readonly (infer Item)[]
  ? readonly Nullable<Item>[]
  : Body extends object
    ? { [Name in keyof Body]: Nullable<Body[Name]> | null }
    : Body;

/** What a payload is made from: the service's result, the path that was written to, and the input. */
interface Written<O extends Endpoint, Input> {
  result: ResultOf<O>;
  path: PathOf<O>;
  input: Input;
  /** The result as a record of a kind, below a path with its parents: the one that was written to, unless said otherwise. */
  record<E extends Entity>(entity: ResultOf<O> extends RecordOf<E> ? E : never, base?: Key): Reference<E>;
}

/** The fields of a payload that differ from action to action. */
export type PayloadFields<Payload> = Omit<
  NonNullable<Awaited<Payload>>,
  'userErrors' | 'clientMutationId' | '__typename'
>;

/**
 * A mutation that one REST action performs. All mutations of a document are validated before its first write; then the
 * action is sent once. What the contract's limits or the service reject in the input is in the payload's `userErrors`.
 * Null where the contract takes none is absent. `isFailure` tells of a result whether it stops an operation with `@stopOnFailure`.
 */
export function action<O extends Endpoint, Input, Payload>(
  endpoint: O,
  request: (input: Input) => ActionRequestOf<NoInfer<O>> | InSteps<ActionRequestOf<NoInfer<O>>>,
  payload: (written: Written<NoInfer<O>, Input>) => PayloadFields<Payload>,
  inputNames: InputNames = {},
  isFailure?: (result: ResultOf<NoInfer<O>>) => boolean,
): Field<unknown, { input: Input }, Payload, ActionField> {
  return new ActionField(endpoint, { request, payload, isFailure } as unknown as ActionFunctions, inputNames, 'absent');
}

/** An `action` whose input has new values of a record. Null clears a value; where the contract takes none, it is a user error. */
export function update<O extends Endpoint, Input, Payload>(
  endpoint: O,
  request: (input: Input) => ActionRequestOf<NoInfer<O>> | InSteps<ActionRequestOf<NoInfer<O>>>,
  payload: (written: Written<NoInfer<O>, Input>) => PayloadFields<Payload>,
  inputNames: InputNames = {},
): Field<unknown, { input: Input }, Payload, ActionField> {
  return new ActionField(endpoint, { request, payload } as unknown as ActionFunctions, inputNames, 'cleared');
}
