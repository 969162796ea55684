import type { GraphQLResolveInfo } from 'graphql';
import type { EntityName } from '../../engine/contract/entity.ts';
import { entities, readsOf } from '../../engine/contract/entity.ts';
import { Reference } from '../../engine/data/reference.ts';
import type { Context } from '../../engine/fields/context.ts';
import { placeOf } from '../../engine/fields/fields.ts';
import { settle } from '../../engine/fields/prefetch.ts';
import { badUserInput, isNotFound } from '../../engine/http/errors.ts';
import { decodeId } from '../../engine/relay/global-id.ts';
import type { QueryResolvers } from '../../generated/resolvers.ts';

const calls = [...new Set((Object.keys(entities) as EntityName[]).flatMap(readsOf))];
const described = { calls, needs: 'key', gives: 'reference', claims: true } as const;

export const Query = {
  node: Object.assign(
    (_: unknown, { id }: { id: string }, context: Context, info: GraphQLResolveInfo) => find(id, context, info),
    { ...described, finds: ({ id }: { id: string }) => kindsOf([id]) },
  ),
  nodes: Object.assign(
    (_: unknown, { ids }: { ids: string[] }, context: Context, info: GraphQLResolveInfo) =>
      ids.map((id) => find(id, context, info)),
    { ...described, finds: ({ ids }: { ids: string[] }) => kindsOf(ids) },
  ),
} satisfies Pick<QueryResolvers, 'node' | 'nodes'>;

/** The record that a global id names; null where the service says that there is none. */
async function find(id: string, context: Context, info: GraphQLResolveInfo): Promise<Reference | null> {
  const decoded = decodeId(id);
  if (decoded === undefined) {
    throw badUserInput(`${JSON.stringify(id)} is not a global id. Use the "id" that a record of the graph has.`);
  }
  const { type, key } = decoded;
  if (type === 'User') {
    throw badUserInput('A User can not be looked up by itself. Use Organization.member, which takes its id.');
  }
  try {
    return await settle(Reference.to<EntityName>(type, key as never), context, placeOf(info), true);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** How many records of each kind global ids name. */
function kindsOf(ids: readonly string[]): ReadonlyMap<EntityName, number> {
  const kinds = new Map<EntityName, number>();
  for (const id of new Set(ids)) {
    const type = decodeId(id)?.type;
    if (type !== undefined && type !== 'User') kinds.set(type, (kinds.get(type) ?? 0) + 1);
  }
  return kinds;
}

const resolveType = ({ name }: Reference) => name;

/** Every interface is implemented by references, which know the name of their type. */
export const Node = { __resolveType: resolveType };
export const Content = { __resolveType: resolveType };
export const Comment = { __resolveType: resolveType };
export const CommentReply = { __resolveType: resolveType };
