import type { z } from 'zod';
import type { BodyOf, Operation, PathOf, ResultOf } from '../contract/operation.ts';
import { urlOf } from '../http/url.ts';
import { withInputIds } from './input-ids.ts';
import type { ActionSpec, Field, InputNames, PreparedWrite, RequestOf } from './spec.ts';
import { type UserError, userErrorsIn } from './user-errors.ts';

/** The request of an action. Its body may hold null wherever GraphQL allows it; the contract decides. */
interface ActionRequestOf<O extends Operation> {
  path: PathOf<O>;
  query?: RequestOf<O>['query'];
  body?: Nullable<BodyOf<O>>;
  /** What is wrong with the input beyond what the contract says of the body. */
  userErrors?: readonly UserError[];
}

/** A body as an input provides it: any field may be null until it is checked. */
type Nullable<Body> = Body extends readonly (infer Item)[]
  ? readonly Nullable<Item>[]
  : Body extends object
    ? { [Name in keyof Body]: Nullable<Body[Name]> | null }
    : Body;

/** What a payload is made from: the service's result, the path that was written to, and the input. */
interface Written<O extends Operation, Input> {
  result: ResultOf<O>;
  path: PathOf<O>;
  input: Input;
}

/** The fields of a payload that differ from action to action. */
type PayloadFields<Payload> = Omit<NonNullable<Awaited<Payload>>, 'userErrors' | 'clientMutationId' | '__typename'>;

/**
 * A mutation that one REST action performs. All mutations of a document are validated before its first write; then the
 * action is sent once. What the contract's limits or the service reject in the input is in the payload's `userErrors`.
 */
export function action<O extends Operation, Input, Payload>(
  operation: O,
  request: (input: Input) => ActionRequestOf<O>,
  payload: (written: Written<O, Input>) => PayloadFields<Payload>,
  inputNames: InputNames = {},
): Field<unknown, { input: Input }, Payload, ActionSpec> {
  return {
    kind: 'action',
    operation,
    operations: [operation],
    inputNames,
    prepare: ({ input }: { input: unknown }, type) => {
      const rejectedIds: UserError[] = [];
      const withIds = withInputIds(input, type, (error) => rejectedIds.push(error)) as Input;
      return prepare(operation, request(withIds), rejectedIds, inputNames);
    },
    toPayload: (result: ResultOf<O>, path: PathOf<O>, { input }: { input: Input }) => payload({ result, path, input }),
  };
}

function prepare<O extends Operation>(
  operation: O,
  { path, query, body, userErrors = [] }: ActionRequestOf<O>,
  rejectedIds: readonly UserError[],
  inputNames: InputNames,
): PreparedWrite {
  const schema: z.ZodType | undefined = operation.body;
  const rejected = onePerField([...userErrors, ...userErrorsIn(schema, body, inputNames), ...rejectedIds]);
  if (rejected.length > 0) return { userErrors: rejected };
  // A path that no URL can hold is rejected here, before any write of the document is sent.
  urlOf(operation, path, query);
  return { request: { path, query, body } };
}

/** An empty id may break the contract, too: the first error of a field is enough. */
function onePerField(errors: readonly UserError[]): UserError[] {
  const pathOf = ({ field }: UserError) => field?.join('.');
  return errors.filter((error, i) => errors.findIndex((other) => pathOf(other) === pathOf(error)) === i);
}
