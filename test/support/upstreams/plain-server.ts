import {
  type ExecutionResult,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  graphql,
  isObjectType,
} from 'graphql';
import type { Context } from '../../../src/engine/data/context.ts';
import { Reference } from '../../../src/engine/data/reference.ts';
import { RequestCache } from '../../../src/engine/data/request-cache.ts';
import { defaultLimits } from '../../../src/engine/document/default-limits.ts';
import { definitionOf } from '../../../src/engine/fields/field-definitions.ts';
import type { Execution, FieldKind } from '../../../src/engine/fields/field-kind.ts';
import { RestClient } from '../../../src/engine/http/client.ts';
import { Upstream } from '../../../src/engine/http/upstream.ts';
import { runAtOnce } from '../../../src/engine/turns/event-loop-turn.ts';
import { ExecutionTurns } from '../../../src/engine/turns/execution-turns.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { upstreamLimits } from '../../../src/server/upstream/upstream-limits.ts';

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
      const kind = definitionOf(field)?.kind;
      if (kind !== undefined) field.resolve = resolverFor(kind);
    }
  }
  return schema;
}

/** A field by itself: with a cache of its own, and without a view of what is selected below it. */
function resolverFor(kind: FieldKind): GraphQLFieldResolver<unknown, PlainContext> {
  return async (parent, args, { rest }, info) => {
    const turns = new ExecutionTurns(undefined);
    const cache = new RequestCache(rest, new Set(['git']), turns);
    const field = { key: info.fieldName, field: fieldOf(info), shape: { kind: 'plain' } };
    const context = { rest, cache, turns, limits: defaultLimits };
    // Every reference is loaded before anything is resolved on it; each node by itself, as if it were a field of its own.
    const execution: Execution = {
      ready: (reference) => (kind.isPlannedByIds ? loaded(reference, rest) : reference),
      validated: () => {
        if (kind.write === undefined) throw new TypeError(`${info.fieldName} is no mutation.`);
        return runAtOnce(kind.write.prepare(args, inputTypeOf(info)));
      },
      failed: () => undefined,
      unsent: () => undefined,
      outlivesDeadline: () => undefined,
    };
    const value = await kind.resolve(
      kind.isPaged ? withoutRecord(parent) : parent,
      args,
      field,
      context,
      () => info,
      execution,
    );
    if (value instanceof Reference) await value.load(cache);
    return value;
  };
}

/** Lists are read even where the parent's record counts no items. */
function withoutRecord(parent: unknown): unknown {
  return parent instanceof Reference ? Reference.to(parent.entity, parent.key) : parent;
}

function fieldOf({ parentType, fieldName }: GraphQLResolveInfo): GraphQLField<unknown, unknown> {
  return parentType.getFields()[fieldName] as GraphQLField<unknown, unknown>;
}

function inputTypeOf({ parentType, fieldName }: GraphQLResolveInfo): GraphQLInputType {
  return parentType.getFields()[fieldName]?.args[0]?.type as GraphQLInputType;
}

async function loaded(reference: Reference, rest: RestClient): Promise<Reference> {
  await reference.load(new RequestCache(rest, new Set(['git']), new ExecutionTurns(undefined)));
  return reference;
}
