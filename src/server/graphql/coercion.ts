import {
  coerceInputValue,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { isJsonObject, type Variables, weigh } from '../../engine/engine.ts';
import { CoercionErrors, type ValuePath } from './coercion-errors.ts';
import { withoutPlace } from './variable-definitions.ts';

/** Values that weigh less are coerced by graphql, in one step. */
const largeWeight = 40;

/** Coerced variables, or what is wrong with them. */
export type Coercion =
  | { readonly coerced: Variables; readonly errors?: undefined }
  | { readonly coerced?: undefined; readonly errors: readonly GraphQLError[] };

export type Steps<Value> = Generator<void, Value, void>;

/**
 * Coerces the variables of an operation as graphql's `getVariableValues` does, in small steps: that function takes as long as the
 * values are many. Its errors are the same and in the same order, but for the length of their messages, and beyond a number of them
 * only their number is told. Values are JSON.
 */
export function* coercionOf(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  values: Variables,
): Steps<Coercion> {
  const coerced: Record<string, unknown> = Object.create(null);
  const errors = new CoercionErrors();
  for (const definition of definitions) {
    if (errors.isFull) break;
    const name = definition.variable.name.value;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const type = isSmall(value) ? undefined : typeFromAST(schema, definition.type);
    if (isInputType(type)) coerced[name] = yield* new VariableCoercion(definition, errors).value(value, type, []);
    else Object.assign(coerced, coerceByGraphql(schema, definition, values, errors));
    yield;
  }
  return errors.hasErrors ? { errors: errors.list } : { coerced: { ...coerced } };
}

function isSmall(value: unknown): boolean {
  return weigh(value, largeWeight) < largeWeight;
}

/** One variable, of which graphql says all that is wrong. */
function coerceByGraphql(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  values: Variables,
  errors: CoercionErrors,
): Variables {
  const result = getVariableValues(schema, [withoutPlace(definition)], values);
  for (const error of result.errors ?? []) errors.addWorded(definition, error);
  return result.coerced ?? {};
}

/** The coercion of one large variable. What it returns for invalid values is of no use. */
class VariableCoercion {
  readonly #definition: VariableDefinitionNode;
  readonly #errors: CoercionErrors;

  constructor(definition: VariableDefinitionNode, errors: CoercionErrors) {
    this.#definition = definition;
    this.#errors = errors;
  }

  *value(value: unknown, type: GraphQLInputType, path: ValuePath): Steps<unknown> {
    const nullable = getNullableType(type);
    if (isListType(nullable)) return yield* this.#list(value, nullable.ofType, path);
    if (isInputObjectType(nullable) && isJsonObject(value)) return yield* this.#object(value, nullable, path);
    return this.#byGraphql(value, type, path);
  }

  *#inner(value: unknown, type: GraphQLInputType, path: ValuePath): Steps<unknown> {
    yield;
    if (this.#errors.isFull) return undefined;
    return isSmall(value) ? this.#byGraphql(value, type, path) : yield* this.value(value, type, path);
  }

  #byGraphql(value: unknown, type: GraphQLInputType, path: ValuePath): unknown {
    const onError = (inner: ValuePath, invalid: unknown, error: GraphQLError) =>
      this.#errors.add(this.#definition, [...path, ...inner], invalid, error);
    return coerceInputValue(value, type, onError, this.#errors.isCounting);
  }

  *#list(value: unknown, itemType: GraphQLInputType, path: ValuePath): Steps<unknown[]> {
    // A value that is no list is a list of one.
    if (!Array.isArray(value)) return [yield* this.value(value, itemType, path)];
    const items: unknown[] = [];
    for (const [i, item] of value.entries()) items.push(yield* this.#inner(item, itemType, [...path, i]));
    return items;
  }

  *#object(
    value: Readonly<Record<string, unknown>>,
    type: GraphQLInputObjectType,
    path: ValuePath,
  ): Steps<Record<string, unknown>> {
    const fields = type.getFields();
    const coerced: Record<string, unknown> = Object.create(null);
    for (const { name, type: fieldType, defaultValue } of Object.values(fields)) {
      const given = value[name];
      if (given !== undefined) coerced[name] = yield* this.#inner(given, fieldType, [...path, name]);
      else if (defaultValue !== undefined) coerced[name] = defaultValue;
      else if (isNonNullType(fieldType)) {
        this.#reject(path, value, `Field "${name}" of required type "${fieldType}" was not provided.`);
      }
    }
    for (const name of Object.keys(value)) {
      if (fields[name] !== undefined) continue;
      if (this.#errors.isFull) break;
      this.#reject(path, value, this.#errors.isCounting ? '' : unknownField(name, type));
      yield;
    }
    if (type.isOneOf) this.#checkOneOf(coerced, value, type, path);
    return { ...coerced };
  }

  #checkOneOf(
    coerced: Readonly<Record<string, unknown>>,
    value: unknown,
    type: GraphQLInputObjectType,
    path: ValuePath,
  ) {
    const [name = '', ...others] = Object.keys(coerced);
    if (name === '' || others.length > 0) {
      this.#reject(path, value, `Exactly one key must be specified for OneOf type "${type.name}".`);
    }
    if (coerced[name] === null) this.#reject([...path, name], null, `Field "${name}" must be non-null.`);
  }

  #reject(path: ValuePath, value: unknown, message: string): void {
    this.#errors.add(this.#definition, path, value, new GraphQLError(message));
  }
}

/** What graphql says of a field that an input type does not have: it may suggest another name. */
function unknownField(name: string, type: GraphQLInputObjectType): string {
  const messages: string[] = [];
  coerceInputValue(Object.fromEntries([[name, null]]), type, (_path, _value, { message }) => messages.push(message));
  return messages.find((message) => message.startsWith(`Field "${name}" is not defined by type`)) ?? '';
}
