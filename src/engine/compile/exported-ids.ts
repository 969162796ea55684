import { Kind, type OperationDefinitionNode, type ValueNode, type VariableDefinitionNode } from 'graphql';
import type { Entity } from '../contract/entity.ts';
import { memoize } from '../contract/memoize.ts';
import { documentFacts, type Variables } from '../document/document-facts.ts';
import { isNamed } from '../document/is-named.ts';
import { entityOf } from '../fields/type-entity.ts';
import { badUserInput, type GatewayError, quoted } from '../http/errors.ts';
import { ExpectedId } from '../relay/expected-id.ts';
import { type CompiledField, type CompiledOperation, selectionsOf } from './compiled-operation.ts';
import { exportedNames } from './exported-names.ts';

/** An id that one mutation of a document exports to a variable, which later mutations use. */
interface ExportedId {
  readonly name: string;
  /** The position of the mutation among those of the document. */
  readonly position: number;
  readonly field: CompiledField;
  /** Whether the field is selected on one record, and not on each of a list, or on one of several types. */
  readonly isSingle: boolean;
}

/** What is wrong with the exports of a mutation. */
export interface ExportProblem {
  readonly mutation: CompiledField;
  readonly error: GatewayError;
}

/** The exports of a document's mutations, and what is wrong with them. */
export class ExportedIds {
  readonly #problems: readonly ExportProblem[];
  /** The variables that the document exports to: requests have no say in them, also where a condition leaves the export out. */
  readonly #names: ReadonlySet<string>;
  /** The exports that no condition leaves out. */
  readonly #exports = new Map<string, ExportedId>();
  readonly #used = new Map<CompiledField, readonly string[]>();
  readonly #operation: OperationDefinitionNode;
  readonly #roots: readonly CompiledField[];

  constructor(compiled: CompiledOperation) {
    this.#operation = compiled.operation;
    this.#roots = compiled.root().fields;
    this.#names = exportedNames(compiled.operation, compiled.fragments);
    const problems: ExportProblem[] = [];
    const reject = (position: number, message: string) => {
      const mutation = this.#roots[position];
      if (mutation !== undefined) problems.push({ mutation, error: badUserInput(message) });
    };
    for (const exported of this.#roots.flatMap((root, position) => exportsIn(root, position, true))) {
      const problem = this.#exports.has(exported.name)
        ? `${variable(exported.name)} is exported twice.`
        : this.#problemOf(exported);
      if (problem !== undefined) reject(exported.position, problem);
      else this.#exports.set(exported.name, exported);
    }
    for (const [position, root] of this.#roots.entries()) {
      this.#used.set(
        root,
        namesIn(root).filter((name) => this.#names.has(name)),
      );
      for (const problem of this.#wrongUses(root, position)) reject(position, problem);
    }
    this.#problems = problems;
  }

  /** The exported variables that are in the input of a mutation. */
  usedBy(mutation: CompiledField): readonly string[] {
    return this.#used.get(mutation) ?? [];
  }

  /** Whether a mutation is not executed, as a condition leaves out the export of an id in its input. */
  lacksId(mutation: CompiledField): boolean {
    return this.usedBy(mutation).some((name) => !this.#exports.has(name));
  }

  /** The values of variables before anything is known of the exported ids, but the kinds of their records. */
  expected(variables: Variables): Variables {
    const ids = [...this.#exports.values()].map(({ name, field }) => [name, new ExpectedId(entityIn(field))] as const);
    return { ...variables, ...Object.fromEntries(ids) };
  }

  /** What is wrong with the exports, and with the values that a request has for their variables. */
  problems(variables: Variables): readonly ExportProblem[] {
    return [...this.#problems, ...this.#given(variables)];
  }

  #given(variables: Variables): ExportProblem[] {
    const { variableDefinitions = [] } = this.#operation;
    return [...this.#names].flatMap((name) => {
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      const mutation = this.#mutationOf(name);
      if (mutation === undefined || value === undefined || value === defaultOf(definitionOf(variableDefinitions, name)))
        return [];
      return [{ mutation, error: badUserInput(`The document exports ${variable(name)}. Do not send a value for it.`) }];
    });
  }

  /** The mutation that exports to a variable. Where a condition leaves it out, one that uses the variable, or else any. */
  #mutationOf(name: string): CompiledField | undefined {
    const exporting = this.#exports.get(name);
    if (exporting !== undefined) return this.#roots[exporting.position];
    return (
      this.#roots.find((root) => this.usedBy(root).includes(name)) ??
      this.#roots.find(({ definition }) => definition !== undefined)
    );
  }

  #problemOf({ name, field, isSingle }: ExportedId): string | undefined {
    if (!isSingle || field.field.name !== 'id' || entityOf(field.parentType) === undefined)
      return `Only the "id" of one record can be exported, not ${quoted(field.key)}.`;
    const declared = definitionOf(this.#operation.variableDefinitions ?? [], name);
    if (declared !== undefined && isNamed(declared.type, 'ID') && mayBeLeftOut(declared)) return undefined;
    return `Declare ${variable(name)} as a variable of the type ID, with a default if it is not null.`;
  }

  #wrongUses(root: CompiledField, position: number): string[] {
    const isWrite = root.definition?.kind.write !== undefined;
    const early = this.usedBy(root).filter((name) => !isWrite || (this.#exports.get(name)?.position ?? -1) >= position);
    const below = namesBelow(root).filter((name) => this.#names.has(name));
    return [
      ...early.map((name) => `${variable(name)} is exported: only later mutations can use it.`),
      ...below.map((name) => `${variable(name)} is exported: only the inputs of mutations can use it.`),
    ];
  }
}

/** The exports of a mutation; undefined for a document without any, which costs nothing more. */
export function exportedIdsOf(compiled: CompiledOperation): ExportedIds | undefined {
  const { hasExports } = documentFacts(compiled.document);
  return hasExports && compiled.operation.operation === 'mutation' ? analyse(compiled) : undefined;
}

const analyse = memoize((compiled: CompiledOperation) => new ExportedIds(compiled));

function exportsIn(field: CompiledField, position: number, isSingle: boolean): ExportedId[] {
  const name = field.definition?.exportedAs;
  const own = name === undefined ? [] : [{ name, position, field, isSingle }];
  const isOne = isSingle && field.shape.kind === 'object';
  return [...own, ...childrenOf(field).flatMap((child) => exportsIn(child, position, isOne))];
}

function childrenOf({ shape }: CompiledField): CompiledField[] {
  return selectionsOf(shape).flatMap(({ fields }) => fields);
}

function namesBelow(field: CompiledField): string[] {
  return childrenOf(field).flatMap((child) => [...namesIn(child), ...namesBelow(child)]);
}

/** The variables in a field's own arguments. */
function namesIn({ nodes }: CompiledField): string[] {
  return (nodes[0]?.arguments ?? []).flatMap(({ value }) => variablesIn(value));
}

function variablesIn(value: ValueNode): string[] {
  if (value.kind === Kind.VARIABLE) return [value.name.value];
  if (value.kind === Kind.LIST) return value.values.flatMap(variablesIn);
  return value.kind === Kind.OBJECT ? value.fields.flatMap((field) => variablesIn(field.value)) : [];
}

function definitionOf(
  definitions: readonly VariableDefinitionNode[],
  name: string,
): VariableDefinitionNode | undefined {
  return definitions.find(({ variable: { name: own } }) => own.value === name);
}

function mayBeLeftOut({ type, defaultValue }: VariableDefinitionNode): boolean {
  return type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined;
}

function defaultOf(definition: VariableDefinitionNode | undefined): unknown {
  const value = definition?.defaultValue;
  if (value?.kind === Kind.STRING || value?.kind === Kind.INT) return value.value;
  return value?.kind === Kind.NULL ? null : undefined;
}

function entityIn({ parentType }: CompiledField): Entity {
  const entity = entityOf(parentType);
  if (entity === undefined) throw new TypeError(`${parentType.name} is no record.`);
  return entity;
}

const variable = (name: string) => quoted(`$${name}`);
