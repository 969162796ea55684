import { type DocumentNode, Kind, visit } from 'graphql';
import { globalId, type Variables } from '../../engine/engine.ts';
import { restContract } from '../../resources/contract.ts';

/** How the variables with the ids of `node` and `nodes` are used. */
interface NodeVariables {
  single: Set<string>;
  lists: Set<string>;
}

/**
 * Global ids for the variables of `node` and `nodes`: one set of values for each type that the document has a fragment on, as
 * the type decides which calls are made. `count` is the number of ids in a list.
 */
export function nodeIdsFor(document: DocumentNode, count: number): Variables[] {
  const { single, lists } = nodeVariables(document);
  if (single.size + lists.size === 0) return [{}];
  const values = conditionsIn(document).flatMap((name) => {
    const entity = restContract.identifiedEntity(name);
    if (entity === undefined) return [];
    const ids = Array.from({ length: Math.max(count, 1) }, (_, i) => {
      const parts = entity.keyShapes[0] ?? [];
      return globalId(entity, Object.fromEntries(parts.map((part) => [part, `x${i}`])));
    });
    const ofSingle = [...single].map((variable) => [variable, ids[0]]);
    return [Object.fromEntries([...ofSingle, ...[...lists].map((variable) => [variable, ids])])];
  });
  return values.length === 0 ? [{}] : values;
}

function nodeVariables(document: DocumentNode): NodeVariables {
  const found: NodeVariables = { single: new Set(), lists: new Set() };
  visit(document, {
    Field({ name, arguments: args = [] }) {
      if (name.value !== 'node' && name.value !== 'nodes') return;
      for (const { name: argument, value } of args) {
        if (value.kind !== Kind.VARIABLE) continue;
        if (argument.value === 'id') found.single.add(value.name.value);
        if (argument.value === 'ids') found.lists.add(value.name.value);
      }
    },
  });
  return found;
}

function conditionsIn(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    InlineFragment({ typeCondition }) {
      if (typeCondition !== undefined) names.add(typeCondition.name.value);
    },
    FragmentDefinition({ typeCondition }) {
      names.add(typeCondition.name.value);
    },
  });
  return [...names];
}
