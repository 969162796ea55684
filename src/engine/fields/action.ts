import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import type { BodyOf, Operation, PathOf, ResultOf } from '../contract/operation.ts';
import { Reference } from '../data/reference.ts';
import { GatewayError } from '../http/errors.ts';
import { urlOf } from '../http/url.ts';
import type { Context } from './context.ts';
import type { Described } from './field.ts';
import type { Request } from './fields.ts';
import type { Prepared } from './mutation-validation.ts';
import { type UserError, userErrorOf, userErrorsIn } from './user-errors.ts';
import { verdictsOn } from './validate-mutations.ts';

/** A write: the call that an action asks for. Null may stand in its body where GraphQL lets it; the contract decides. */
interface Write<O extends Operation> {
  path: PathOf<O>;
  query?: Request<O>['query'];
  body?: Nullable<BodyOf<O>>;
  /** What is wrong with the input beyond what the contract says of the body. */
  userErrors?: readonly UserError[];
}

/** A body as an input gives it: any field may be null, until it is checked. */
type Nullable<Body> = Body extends readonly (infer Item)[]
  ? readonly Nullable<Item>[]
  : Body extends object
    ? { [Name in keyof Body]: Nullable<Body[Name]> | null }
    : Body;

interface Input {
  clientMutationId?: string | null | undefined;
}

/** What is the same in every payload. */
interface PayloadBase {
  userErrors: readonly UserError[];
  clientMutationId?: string | null | undefined;
}

/** What an action says of its own in its payload. */
type PayloadFields<Payload> = Omit<NonNullable<Awaited<Payload>>, keyof PayloadBase | '__typename'>;

/** What a payload is made from: the service's answer, the path that was written to, and the input. */
export interface Outcome<O extends Operation, I> {
  result: ResultOf<O>;
  path: PathOf<O>;
  input: I;
}

/** The names of input fields that differ from those of the REST body: `{ active: 'isActive' }`, or a path in the body. */
export type InputNames = Readonly<Record<string, string>>;

export type Action<I, Payload> = ((
  parent: unknown,
  args: { input: I },
  context: Context,
  info: GraphQLResolveInfo,
) => Promise<Payload>) &
  Described;

/**
 * A mutation that one REST action fulfils. Before any write of the document is sent, all of it is checked; then the
 * action is sent once. What the contract's limits or the service refuse in the input is in the payload's `userErrors`.
 */
export function action<O extends Operation, I extends Input, Payload>(
  operation: O,
  write: (input: I) => Write<O>,
  payload: (outcome: Outcome<O, I>) => PayloadFields<Payload>,
  inputNames: InputNames = {},
): Action<I, Payload> {
  const resolve = async (_parent: unknown, { input }: { input: I }, context: Context, info: GraphQLResolveInfo) => {
    const answer = (userErrors: readonly UserError[], fields: object = {}) =>
      ({ ...fields, userErrors, clientMutationId: input.clientMutationId }) as unknown as Payload;
    const verdict = verdictsOn(info, context).get(responseName(info)) as Prepared<Write<O>>;
    if ('error' in verdict) throw verdict.error;
    if ('userErrors' in verdict) return answer(verdict.userErrors);
    const { request } = verdict;
    try {
      const result = await send(operation, request, context);
      const fields = payload({ result, path: request.path, input });
      // A record asked for in another form than its GET answers by itself is not the one that others will look for.
      if (isPlain(request)) prime(context, fields);
      return answer([], fields);
    } catch (error) {
      const refused = error instanceof GatewayError ? userErrorOf(error) : undefined;
      if (refused === undefined) throw error;
      return answer([refused]);
    }
  };
  const prepare = ({ input }: { input: I }): Prepared<Write<O>> => {
    const request = write(input);
    const userErrors = [
      ...(request.userErrors ?? []),
      ...userErrorsIn(operation.body as z.ZodType | undefined, request.body, inputNames),
    ];
    if (userErrors.length > 0) return { userErrors };
    // An id that no URL can hold is refused here, before any write of the document is sent.
    urlOf(operation, request.path, request.query as Readonly<Record<string, unknown>> | undefined);
    return { request };
  };
  return Object.assign(resolve, { calls: [operation], needs: 'key' as const, gives: 'payload' as const, prepare });
}

function isPlain({ query = {} }: Write<Operation>): boolean {
  return Object.values(query).every((value) => value == null);
}

function prime({ loaders }: Context, fields: object): void {
  for (const value of Object.values(fields)) {
    if (value instanceof Reference && value.hasKey) loaders.prime(value);
  }
}

async function send<O extends Operation>(operation: O, write: Write<O>, context: Context): Promise<ResultOf<O>> {
  try {
    return await context.rest.call(operation, write as Parameters<typeof context.rest.call<O>>[1]);
  } finally {
    // What was read before may be wrong now, whether the write is known to have succeeded or not.
    context.loaders.clear();
  }
}

function responseName({ fieldNodes: [node], fieldName }: GraphQLResolveInfo): string {
  return node?.alias?.value ?? fieldName;
}
