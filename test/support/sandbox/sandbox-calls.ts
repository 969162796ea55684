import { z } from 'zod';
import type {
  BodyOf,
  Endpoint,
  ItemOf,
  ListEndpoint,
  PathOf,
  QueryOf,
  ResultOf,
} from '../../../src/engine/contract/endpoint.ts';
import { memoize } from '../../../src/engine/contract/memoize.ts';
import { createSandbox, type SandboxOptions, sandboxTokens } from '../../../src/sandbox/index.ts';
import { fetchWhole, type WholeResponse } from '../clients/whole-response.ts';

/** The input of a call; parts that the operation does not have can be omitted. */
export interface CallInput<O extends Endpoint> {
  path?: PathOf<O>;
  query?: QueryOf<O>;
  body?: BodyOf<O>;
}

export interface Failure {
  status: number;
  code: string;
  message: string;
}

/** Starts a sandbox, with typed calls to it over HTTP. */
export async function startSandboxCalls(options?: SandboxOptions) {
  const sandbox = await createSandbox(options);
  const url = await sandbox.listen();
  return { sandbox, url, ...restCalls(url) };
}

export type SandboxCalls = Awaited<ReturnType<typeof startSandboxCalls>>;
export type RestCalls = ReturnType<typeof restCalls>;

/** Typed calls to the REST service at `url`. Results are validated strictly against the contract. */
export function restCalls(url: string) {
  async function send(endpoint: Endpoint, input: CallInput<Endpoint>, token: string): Promise<WholeResponse> {
    const hasBody = input.body !== undefined;
    return fetchWhole(url + addressOf(endpoint, input), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
      ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
    });
  }

  /** Makes a call that must succeed with the status of the contract; resolves to its result. */
  async function call<O extends Endpoint>(
    endpoint: O,
    input: CallInput<NoInfer<O>> = {},
    token: string = sandboxTokens.admin,
  ): Promise<ResultOf<O>> {
    const { status, text } = await send(endpoint, input as CallInput<Endpoint>, token);
    if (status !== endpoint.status) throw new Error(`${endpoint.id} responded with ${status}: ${text}`);
    if (endpoint.result === undefined) {
      if (text !== '') throw new Error(`${endpoint.id} responded with a body: ${text}`);
      return undefined as ResultOf<O>;
    }
    return strict(endpoint.result).parse(JSON.parse(text)) as ResultOf<O>;
  }

  /** Makes a call that must fail; resolves to the error. */
  async function failure<O extends Endpoint>(
    endpoint: O,
    input: CallInput<NoInfer<O>> = {},
    token: string = sandboxTokens.admin,
  ): Promise<Failure> {
    const { status, text } = await send(endpoint, input as CallInput<Endpoint>, token);
    if (status < 300) throw new Error(`${endpoint.id} succeeded with ${status}`);
    const { error } = JSON.parse(text) as { error: { code: string; message: string } };
    return { status, ...error };
  }

  /** All items of a list, in one page. */
  async function items<O extends Endpoint & ListEndpoint>(
    endpoint: O,
    input: CallInput<NoInfer<O>> = {},
    token: string = sandboxTokens.admin,
  ): Promise<ItemOf<O>[]> {
    const query = { limit: 1000, ...((input.query ?? {}) as object) } as QueryOf<O>;
    const page = (await call(endpoint, { ...input, query }, token)) as { items: ItemOf<O>[] };
    return page.items;
  }

  return { call, failure, items };
}

function addressOf(endpoint: Endpoint, { path = {}, query = {} }: CallInput<Endpoint>): string {
  const values = path as Record<string, string>;
  const address = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const pairs = Object.entries(query as Record<string, unknown>).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length === 0 ? address : `${address}?${new URLSearchParams(pairs)}`;
}

/** The schema with strict objects, so that additional fields are detected. Made once for each: zod compiles a schema when it is first used. */
const strict = memoize((schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape).map(([name, field]) => [name, strict(field as z.ZodType)]);
    const object = z.object(Object.fromEntries(shape));
    return schema.def.catchall === undefined ? object.strict() : object.catchall(schema.def.catchall as z.ZodType);
  }
  // Lazy, because pages contain pages.
  if (schema instanceof z.ZodArray) return z.array(z.lazy(() => strict(schema.element as z.ZodType)));
  if (schema instanceof z.ZodOptional) return strict(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodNullable) return strict(schema.unwrap() as z.ZodType).nullable();
  return schema;
});
