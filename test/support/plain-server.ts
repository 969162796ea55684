import {
  type ExecutionResult,
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  graphql,
  isObjectType,
  Kind,
} from 'graphql';
import { Reference } from '../../src/engine/data/reference.ts';
import { Loaders } from '../../src/engine/data/request-cache.ts';
import type { Context } from '../../src/engine/fields/context.ts';
import type { Described } from '../../src/engine/fields/field.ts';
import { RestClient } from '../../src/engine/http/client.ts';
import { Upstream } from '../../src/engine/http/upstream.ts';
import { createSchema } from '../../src/resources/schema.ts';

type Resolve = GraphQLFieldResolver<unknown, Context>;

export interface PlainServer {
  ask(source: string, variableValues: Record<string, unknown>, token: string): Promise<ExecutionResult>;
  close(): Promise<void>;
}

/**
 * The same graph as most people write a server over REST: each field that leads to a list or to another record makes its
 * own call when it is resolved. Nothing is remembered, shared, batched or looked ahead at; what stands in its parent's
 * record is read from there.
 */
export function plainServer(restUrl: string): PlainServer {
  const limits = { timeoutMs: 10_000, connections: 8, maxResponseBytes: 2 ** 25 };
  const upstream = new Upstream({ url: new URL(restUrl), ...limits, sharing: false });
  const schema = plainSchema();
  return {
    ask: (source, variableValues, token) => {
      const authorization = `Bearer ${token}`;
      const headers = ['accept', 'application/json', 'authorization', authorization];
      const rest = new RestClient(upstream, {
        credentials: { authorization, headers, identity: token, secrets: [token] },
      });
      return graphql({ schema, source, variableValues, contextValue: { rest } });
    },
    close: () => upstream.close(),
  };
}

function plainSchema(): GraphQLSchema {
  const schema = createSchema();
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      if (field.resolve !== undefined) field.resolve = Object.assign(plain(field.resolve), field.resolve);
    }
  }
  const { node, nodes } = schema.getQueryType()?.getFields() ?? {};
  if (nodes !== undefined) {
    nodes.resolve = (root, { ids }: { ids: string[] }, context, info) =>
      ids.map((id) => node?.resolve?.(root, { id }, context, info));
  }
  return schema;
}

/** A field by itself: with loaders of its own, and without a view of what is selected below it. */
function plain(resolve: Resolve): Resolve {
  const { calls, needs } = resolve as Described;
  return async (parent, args, { rest }, info) => {
    const context = { rest, loaders: new Loaders(rest, { metadata: true }) };
    const isConnection = getNamedType(info.returnType).name.endsWith('Connection');
    const fieldNodes = info.fieldNodes.map((node) => ({ ...node, selectionSet: isConnection ? items : nothing }));
    // A list is asked for, whatever its parent's record says of it.
    const isAsked = isConnection && calls !== undefined && needs === 'key' && parent instanceof Reference;
    const from = isAsked ? Reference.to(parent.name, parent.key) : parent;
    const value = await resolve(from, args, context, { ...info, fieldNodes });
    if (value instanceof Reference) await value.load(context.loaders);
    return value;
  };
}

const nothing = { kind: Kind.SELECTION_SET, selections: [] } as const;
const itemsNode: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: 'nodes' }, selectionSet: nothing };
/** A list's items are read even where its count is all that is asked for. */
const items = { kind: Kind.SELECTION_SET, selections: [itemsNode] } as const;
