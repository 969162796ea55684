import { type Endpoint, pathParams, type ResultOf } from '../contract/endpoint.ts';
import type { RecordOf } from '../contract/entity.ts';
import { hasNoValue } from '../data/cached-read.ts';
import { type PrefetchedField, Reference } from '../data/reference.ts';
import type { Arrival } from '../http/arrival.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import { type ArgumentRules, checkIds } from './argument-checks.ts';
import { type CallRequest, type Field, PrefetchableKind } from './field-kind.ts';
import {
  type ArgumentCheck,
  type FieldArguments,
  type FieldContext,
  type FieldView,
  validSelectionIn,
} from './field-view.ts';
import { nullForMissing } from './null-if-missing.ts';
import { PendingValue } from './pending-value.ts';
import {
  arrivedValues,
  endpointsBelow,
  later,
  type PlannedField,
  type PlannedValues,
  type Planner,
  type PlanPoint,
  parametersOf,
} from './planner.ts';
import { callOf, choiceOf, type OneOrChoice, type RequestFunction } from './request.ts';
import type { SampleSource } from './sample-source.ts';

interface ValueFunctions {
  request(parent: unknown, args: unknown): CallRequest;
  toValue(result: unknown, parent: unknown, args: unknown): unknown;
  /** The reference that the parent's record tells, used where the key is enough; undefined where it tells nothing. */
  fromParentRecord?(parent: Reference): Reference | undefined;
  /** Whether the parent's record, where it is at hand, tells that there is no such value: no call is made then. */
  isAbsent?(record: unknown): boolean;
  /** Whether a 404 says that the parent has no such value, so that it is null without an error. */
  readonly isOptional?: boolean;
  /** Whether it is read beside the parent, such as in a list of its siblings: its success does not show that the parent exists. */
  readonly isBeside?: boolean;
}

/** A value that one GET returns. */
export class ValueField extends PrefetchableKind {
  override readonly isReader = true;
  override readonly prefetchable = this;
  readonly isBelowParent: boolean;
  readonly functions: ValueFunctions;

  constructor(endpoints: readonly Endpoint[], functions: ValueFunctions) {
    super(endpoints);
    this.isBelowParent = functions.isBeside !== true;
    this.functions = functions;
  }

  override argumentCheck(_alternatives: readonly string[], rules: ArgumentRules): ArgumentCheck {
    return (args) => checkIds(args, rules);
  }

  resolve(parent: unknown, args: FieldArguments, field: FieldView, context: FieldContext): unknown {
    if (parent instanceof Reference) {
      const prefetched = parent.claim(field, context.origin);
      if (prefetched !== undefined) return prefetched.result();
    }
    const known = this.#fromParent(parent, field);
    if (known !== undefined) return known;
    if (this.#isAbsent(parent)) return null;
    return this.#open(parent, args, context).result();
  }

  prefetch(parent: unknown, args: FieldArguments, field: FieldView, context: FieldContext): PrefetchedField {
    const known = this.#isAbsent(parent) ? null : this.#fromParent(parent, field);
    if (known !== undefined) return { response: undefined, result: () => known };
    return this.#open(parent, args, context);
  }

  override awaitsRecord(parent: Reference, field: FieldView): boolean {
    return parent.isRequested && this.#needsOnlyKey(field);
  }

  /** What the parent's record tells of the value, if it has arrived and its key is enough. */
  #fromParent(parent: unknown, field: FieldView): Reference | undefined {
    return parent instanceof Reference && parent.record !== undefined && this.#needsOnlyKey(field)
      ? this.functions.fromParentRecord?.(parent)
      : undefined;
  }

  #isAbsent(parent: unknown): boolean {
    const { isAbsent } = this.functions;
    return (
      isAbsent !== undefined && parent instanceof Reference && parent.record !== undefined && isAbsent(parent.record)
    );
  }

  #needsOnlyKey(field: FieldView): boolean {
    return this.functions.fromParentRecord !== undefined && validSelectionIn(field)?.needsRecord === false;
  }

  #open(parent: unknown, args: FieldArguments, { cache }: FieldContext): OpenedValue {
    const { functions } = this;
    return new OpenedValue(cache.readArrival(functions.request(parent, args)), functions, parent, args);
  }

  override plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    // Where the parent's record may tell the value, it is waited for.
    const start = on.hasRecord && this.#needsOnlyKey(field.compiled) ? on.arrived : on.keysKnown;
    planValue(this.endpoints, field, on, start, planner);
  }

  override keyShapes(endpoint: Endpoint): readonly (readonly string[])[] | undefined {
    return this.isBelowParent ? [pathParams(endpoint.path)] : undefined;
  }

  override requestFor(_endpoint: Endpoint, parent: unknown, args: FieldArguments): CallRequest {
    return this.functions.request(parent, args);
  }

  sample(parent: unknown, samples: SampleSource): unknown[] {
    const { fromParentRecord, toValue } = this.functions;
    if (parent instanceof Reference) fromParentRecord?.(parent);
    return this.endpoints.map((endpoint) => toValue(samples.result(endpoint), parent, {}));
  }
}

/** A value whose GET has started. */
class OpenedValue extends PendingValue implements PrefetchedField {
  readonly response: Promise<Arrival>;
  origin: CallOrigin | undefined = undefined;
  readonly #functions: ValueFunctions;
  readonly #parent: unknown;
  readonly #args: FieldArguments;

  constructor(response: Promise<Arrival>, functions: ValueFunctions, parent: unknown, args: FieldArguments) {
    super();
    this.response = response;
    this.#functions = functions;
    this.#parent = parent;
    this.#args = args;
  }

  result(): PromiseLike<unknown> {
    if (!this.#functions.isOptional) return this;
    return this.response.then((arrival) => this.take(arrival), nullForMissing);
  }

  take(arrival: Arrival): unknown {
    return this.#functions.toValue(arrival.take(), this.#parent, this.#args);
  }
}

/** Plans the calls of a value: none for what the record's own call returns. */
export function planValue(
  endpoints: readonly Endpoint[],
  field: PlannedField,
  on: PlannedValues,
  start: PlanPoint,
  planner: Planner,
): void {
  if (on.reader !== undefined && endpoints.includes(on.reader) && hasNoValue(field.args)) return;
  const possible = endpointsBelow(endpoints, on);
  const end = planner.calls(field, { endpoints: possible, count: on.count, start });
  planner.below(field, { ...arrivedValues(on.count, later(on.arrived, end)), parameters: parametersOf(possible) });
}

interface ValueOptions<Parent> extends Pick<ValueFunctions, 'fromParentRecord' | 'isOptional' | 'isBeside'> {
  isAbsent?: (record: Parent extends Reference<infer E> ? RecordOf<E> : never) => boolean;
}

/** A value that one GET returns. `toValue` picks it from the result. */
export function read<O extends Endpoint, Parent, Args, Value>(
  endpoint: OneOrChoice<O, Parent>,
  request: RequestFunction<O, Parent, Args>,
  toValue: (result: ResultOf<NoInfer<O>>, parent: Parent, args: Args) => Value,
  { isAbsent, ...options }: ValueOptions<Parent> = {},
): Field<Parent, Args, Value, ValueField> {
  const { endpoints, choose } = choiceOf(endpoint);
  return new ValueField(endpoints, {
    request: (parent: Parent, args: Args) => callOf(choose(parent), request(parent, args)),
    toValue,
    ...options,
    ...(isAbsent && { isAbsent }),
  });
}
