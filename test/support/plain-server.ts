import {
  type ExecutionResult,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  graphql,
  isObjectType,
} from 'graphql';
import type { Operation } from '../../src/engine/contract/operation.ts';
import type { Context } from '../../src/engine/data/context.ts';
import { Reference } from '../../src/engine/data/reference.ts';
import { RequestCache } from '../../src/engine/data/request-cache.ts';
import { definitionOf } from '../../src/engine/fields/field-definitions.ts';
import type { FieldSpec } from '../../src/engine/fields/spec.ts';
import { type Arguments, RestClient } from '../../src/engine/http/client.ts';
import { Upstream } from '../../src/engine/http/upstream.ts';
import {
  type ConnectionArguments,
  connectionFrom,
  type Items,
  type List,
  readFirst,
  windowOf,
} from '../../src/engine/relay/connection.ts';
import { ArrayList, RestList } from '../../src/engine/relay/rest-list.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { readSettings } from '../../src/server/settings.ts';
import { upstreamLimits } from '../../src/server/upstream-limits.ts';

type PlainContext = Pick<Context, 'rest'>;

export interface PlainServer {
  execute(source: string, variableValues: Record<string, unknown>, token: string): Promise<ExecutionResult>;
  close(): Promise<void>;
}

/**
 * The same schema with a simple implementation: each field of a list or of another record makes its own call when it is
 * resolved. Nothing is cached, shared, batched or prefetched; fields of the parent's record are read from it.
 */
export function plainServer(restUrl: string): PlainServer {
  const limits = { ...upstreamLimits(readSettings({})), connections: 8, maxCalls: Number.POSITIVE_INFINITY };
  const upstream = new Upstream({ url: new URL(restUrl), ...limits, sharing: false });
  const schema = plainSchema();
  return {
    execute: async (source, variableValues, token) => {
      const authorization = `Bearer ${token}`;
      const headers = ['accept', 'application/json', 'authorization', authorization];
      const rest = new RestClient(upstream, {
        credentials: { authorization, headers, identity: token, client: token, secrets: [authorization] },
      });
      return graphql({ schema, source, variableValues, contextValue: { rest } }).finally(() => rest.close());
    },
    close: () => upstream.close(),
  };
}

function plainSchema(): GraphQLSchema {
  const schema = createSchema();
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const spec = definitionOf(field)?.spec;
      if (spec !== undefined) field.resolve = resolverFor(spec);
    }
  }
  return schema;
}

/** A field by itself: with a cache of its own, and without a view of what is selected below it. */
function resolverFor(spec: FieldSpec): GraphQLFieldResolver<unknown, PlainContext> {
  return async (parent, args, { rest }, info) => {
    const cache = new RequestCache(rest, new Set(['git']));
    const value = await specValue(spec, parent, args, { rest, cache }, info);
    if (value instanceof Reference) await value.load(cache);
    return value;
  };
}

async function specValue(
  spec: FieldSpec,
  parent: unknown,
  args: Record<string, unknown>,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const { cache } = context;
  // Every reference is loaded before anything is resolved on it.
  const reference = parent as Reference;
  switch (spec.kind) {
    case 'key':
      return spec.read(reference);
    case 'record':
      return spec.read(reference.record ?? (await reference.load(cache)), reference);
    case 'lookup':
      return spec.refer(parent, args);
    case 'toOne':
      return spec.refer(parent, args, info.fieldName);
    case 'value': {
      return spec.toValue(await cache.readCall(spec.request(parent, args)), parent, args);
    }
    case 'connection': {
      const request = spec.request(parent, args);
      const list = new RestList(request.operation, request.path, request.query, cache);
      return connectionOf(list, args, { toNode: (item) => spec.toNode(item, request) });
    }
    case 'embeddedConnection': {
      const items = spec.items?.(reference.record ?? (await reference.load(cache))) ?? [];
      const list = new ArrayList(spec.entity.name, items);
      return connectionOf(list, args, { toNode: (item) => Reference.of(spec.entity, reference.key, item, undefined) });
    }
    case 'owner':
      return spec.fromOwn(reference.record ?? (await reference.load(cache)));
    case 'derived':
      return spec.resolve(reference, args, context);
    case 'nodes': {
      // Each by itself, as if it were a field of its own.
      const found = await Promise.all(spec.ids(args).map((id) => loaded(spec.refer(id), context.rest)));
      return spec.isList ? found : found[0];
    }
    case 'property':
      return (parent as Record<string, unknown>)[spec.name];
    case 'function':
      return spec.resolve(parent, args, context, info);
    case 'action': {
      const prepared = spec.prepare(args, inputTypeOf(info));
      if ('userErrors' in prepared) return prepared;
      const { request } = prepared;
      const result = await context.rest.call(spec.operation, request as Arguments<Operation>);
      return { ...spec.toPayload(result, request.path, args), userErrors: [] };
    }
  }
}

function inputTypeOf({ parentType, fieldName }: GraphQLResolveInfo): GraphQLInputType {
  return parentType.getFields()[fieldName]?.args[0]?.type as GraphQLInputType;
}

async function loaded(reference: Reference, rest: RestClient): Promise<Reference> {
  await reference.load(new RequestCache(rest, new Set(['git'])));
  return reference;
}

/** A connection whose items are read even where its count is all that is selected. */
async function connectionOf<Item>(list: List<Item>, args: ConnectionArguments, items: Items<Item, unknown>) {
  const window = windowOf(args, list);
  return connectionFrom(await readFirst(list, window), list, window, items);
}
