import { type Entity, readsOf } from '../../engine/contract/entity.ts';
import { Reference } from '../../engine/data/reference.ts';
import { badUserInput, quoted } from '../../engine/engine.ts';
import { nodes } from '../../engine/fields/nodes.ts';
import { checkKey, decodeId } from '../../engine/relay/global-id.ts';
import type { NodeQueryResolvers } from '../../generated/resolvers.ts';
import { entities, restContract } from '../contract.ts';

const common = {
  endpoints: [...new Set(Object.values(entities).flatMap(readsOf))],
  refer,
  entityOf: (id: string): Entity | undefined => decodeId(restContract, id)?.type,
};

export const Query = {
  node: nodes({ ...common, isList: false, ids: ({ id }: { id: string }) => [id] }),
  nodes: nodes({ ...common, isList: true, ids: ({ ids }: { ids: string[] }) => ids }),
} satisfies NodeQueryResolvers;

function refer(id: string): Reference {
  const decoded = decodeId(restContract, id);
  if (decoded === undefined) {
    throw badUserInput(`${quoted(id)} is not a global id. Use the "id" of a record.`);
  }
  const { type, key } = decoded;
  checkKey(key);
  return Reference.to(type, key);
}

const resolveType = ({ entity }: Reference) => entity.name;

/** Every interface is implemented by references, which know the name of their type. */
export const Node = { __resolveType: resolveType };
export const Content = { __resolveType: resolveType };
export const Comment = { __resolveType: resolveType };
export const CommentReply = { __resolveType: resolveType };
