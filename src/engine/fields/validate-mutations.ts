import {
  type FieldNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
} from 'graphql';
import { badUserInput, GatewayError } from '../http/errors.ts';
import { argumentsOf, includedFields, type Scope, type SelectedField } from '../operation/selection.ts';
import type { Context } from './context.ts';
import type { Described } from './field.ts';
import type { Prepared, Verdicts } from './mutation-validation.ts';

/**
 * The verdicts on all mutations of the running operation, by response name. All are reached before the first write:
 * where one mutation could not be carried out, none is.
 */
export function verdictsOn(info: GraphQLResolveInfo, context: Context): Verdicts {
  context.verdicts ??= judge(info);
  return context.verdicts;
}

function judge(info: GraphQLResolveInfo): Verdicts {
  const mutations = includedFields(
    info,
    [{ ...rootField, selectionSet: info.operation.selectionSet }],
    info.parentType,
  );
  const verdicts = new Map<string, Prepared>();
  for (const mutation of mutations) {
    const name = mutation.node.alias?.value ?? mutation.node.name.value;
    // A field selected twice is one field; all that is selected on it counts.
    if (verdicts.has(name) && !isSound(verdicts.get(name))) continue;
    verdicts.set(name, verdictOn(mutation, info));
  }
  const isRefused = [...verdicts.values()].some((verdict) => !isSound(verdict));
  if (!isRefused) return verdicts;
  return new Map([...verdicts].map(([name, verdict]) => [name, isSound(verdict) ? { error: held() } : verdict]));
}

const rootField = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '' } } as const;

function isSound(verdict: Prepared | undefined): boolean {
  return verdict !== undefined && 'request' in verdict;
}

function held(): GatewayError {
  return badUserInput('Not done, as another mutation of the same request is refused. Nothing was changed.');
}

function verdictOn(mutation: SelectedField, scope: Scope): Prepared {
  const { prepare } = (mutation.field.resolve ?? {}) as Described;
  try {
    const prepared = prepare?.(argumentsOf(mutation, scope) as never) ?? { request: undefined };
    checkBelow(mutation, scope, mutation.node.name.value, new Map());
    return prepared as Prepared;
  } catch (error) {
    if (error instanceof GatewayError) return { error };
    if (error instanceof GraphQLError) return { error: badUserInput(error.message) };
    throw error;
  }
}

/** The selections that were checked, by the field and the type that they are on: fragments may lead to one many times. */
type Seen = Map<FieldNode, Set<GraphQLObjectType>>;

/** Checks the arguments of all that is selected on a field, as far as they can be before anything is known of it. */
function checkBelow({ field, node }: SelectedField, scope: Scope, place: string, seen: Seen): void {
  const known = seen.get(node) ?? new Set();
  seen.set(node, known);
  for (const type of objectTypesOf(getNamedType(field.type), scope)) {
    if (known.has(type)) continue;
    known.add(type);
    for (const inner of includedFields(scope, [node], type)) {
      const at = `${place}.${inner.node.name.value}`;
      checkField(inner, scope, at);
      checkBelow(inner, scope, at, seen);
    }
  }
}

function checkField(selected: SelectedField, scope: Scope, place: string): void {
  const { check } = (selected.field.resolve ?? {}) as Described;
  try {
    check?.(argumentsOf(selected, scope) as never);
  } catch (error) {
    throw error instanceof GatewayError ? badUserInput(`In ${place}: ${error.message}`) : error;
  }
}

function objectTypesOf(type: unknown, { schema }: Scope): readonly GraphQLObjectType[] {
  if (isObjectType(type)) return [type];
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
}
