import { type DocumentNode, type GraphQLSchema, isAbstractType, Kind, visit } from 'graphql';
import { globalId, type Variables } from '../../engine/engine.ts';
import { restContract } from '../../resources/contract.ts';

/** How the variables with the ids of `node` and `nodes` are used. */
interface NodeVariables {
  single: Set<string>;
  lists: Set<string>;
}

/**
 * Global ids for the variables of `node` and `nodes`: one set of values for each type that a fragment of the document may be of, as
 * the type decides which calls are made; that of any type where all are. `count` is the number of ids in a list.
 */
export function nodeIdsFor(schema: GraphQLSchema, document: DocumentNode, count: number): Variables[] {
  const { single, lists } = nodeVariables(document);
  if (single.size + lists.size === 0) return [{}];
  const named = entitiesOf(conditionsIn(document).flatMap((name) => objectTypes(schema, name)));
  const entities = named.length > 0 ? named : entitiesOf(objectTypes(schema, everyType)).slice(0, 1);
  return entities.map((entity) => {
    const ids = Array.from({ length: Math.max(count, 1) }, (_, i) => {
      const parts = entity.keyShapes[0] ?? [];
      return globalId(entity, Object.fromEntries(parts.map((part) => [part, `x${i}`])));
    });
    const ofSingle = [...single].map((variable) => [variable, ids[0]]);
    return Object.fromEntries([...ofSingle, ...[...lists].map((variable) => [variable, ids])]);
  });
}

/** The interface of all records: a fragment on it tells nothing of their type. */
const everyType = 'Node';

function objectTypes(schema: GraphQLSchema, name: string): string[] {
  const type = schema.getType(name);
  return isAbstractType(type) ? schema.getPossibleTypes(type).map((possible) => possible.name) : [name];
}

function entitiesOf(names: readonly string[]) {
  return [...new Set(names)]
    .map((name) => restContract.identifiedEntity(name))
    .filter((entity) => entity !== undefined);
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

/** The types that fragments are on, without that of all records. */
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
  names.delete(everyType);
  return [...names];
}
