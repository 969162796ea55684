import type { GraphQLResolveInfo } from 'graphql';
import type { CompiledField, CompiledOperation } from '../compile/compiled-operation.ts';
import type { Variables } from '../document/document-facts.ts';
import type { Slot } from './slot.ts';

type Path = GraphQLResolveInfo['path'];

/** Makes what graphql hands to the resolvers of an execution: all but the path once for each field. */
export class ResolveInfos {
  readonly #operation: CompiledOperation;
  readonly #variables: Variables;
  readonly #infos: (Omit<GraphQLResolveInfo, 'path'> | undefined)[] = [];

  constructor(operation: CompiledOperation, variables: Variables) {
    this.#operation = operation;
    this.#variables = variables;
  }

  /** `parent` is the place of the object that has the field. */
  of(compiled: CompiledField, parent: Slot): GraphQLResolveInfo {
    const { index, key, parentType } = compiled;
    this.#infos[index] ??= this.#infoOf(compiled);
    const path: Path = { prev: pathTo(parent, compiled.parent), key, typename: parentType.name };
    return { ...this.#infos[index], path };
  }

  #infoOf({ field, nodes, parentType }: CompiledField): Omit<GraphQLResolveInfo, 'path'> {
    const { schema, fragments, operation } = this.#operation;
    return {
      fieldName: field.name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType,
      schema,
      fragments,
      rootValue: undefined,
      operation,
      variableValues: { ...this.#variables },
    };
  }
}

/** The path to an object: `field` is the one whose value it is, or is in. */
function pathTo({ key, parent }: Slot, field: CompiledField | undefined): Path | undefined {
  if (parent === undefined || field === undefined) return undefined;
  return typeof key === 'number'
    ? { prev: pathTo(parent, field), key, typename: undefined }
    : { prev: pathTo(parent, field.parent), key, typename: field.parentType.name };
}
