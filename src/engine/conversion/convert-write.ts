import { isDeepStrictEqual } from 'node:util';
import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
} from 'graphql';
import type { Endpoint } from '../contract/endpoint.ts';
import { returnsRecord } from '../contract/entity.ts';
import { definitionOf } from '../fields/field-definitions.ts';
import { entityOf } from '../fields/type-entity.ts';
import type { PreparedWrite, Write, WriteRequest } from '../fields/write.ts';
import { GatewayError } from '../http/errors.ts';
import { globalId } from '../relay/global-id.ts';
import { argumentNamed, coercedValue, valueFromTexts } from './argument-values.ts';
import { bodyNamesOf, inputFrom } from './body-to-input.ts';
import { ConversionError } from './conversion-error.ts';
import { type ConvertedOperation, documentOf } from './converted-operation.ts';
import type { RestCall } from './match-call.ts';
import { braces, fieldsOf } from './selection.ts';

type Input = Record<string, unknown>;

/** The mutation that makes the given call, in steps. Throws a ConversionError where there is none. */
export function* convertWrite(schema: GraphQLSchema, call: RestCall): Generator<void, ConvertedOperation, void> {
  const { endpoint } = call;
  const { field, write } = mutationFor(schema, endpoint);
  const type = field.args.find(({ name }) => name === 'input')?.type;
  const inputType = getNamedType(type);
  if (type === undefined || !isInputObjectType(inputType)) throw new ConversionError(`${field.name} has no input.`);
  const input = yield* completeInput(schema, call, { write, type, inputType });
  const argument = { name: 'input', type, value: input, variable: 'input' };
  const document = documentOf('mutation', [{ field: field.name, args: [argument] }], payloadSelection(field, endpoint));
  return { ...document, operation: endpoint.id, notes: [] };
}

function mutationFor(schema: GraphQLSchema, endpoint: Endpoint) {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const write = definitionOf(field)?.kind.write;
    if (write?.endpoint === endpoint && !write.isBatch) return { field, write };
  }
  throw new ConversionError(`No mutation of the schema calls ${endpoint.id}.`);
}

interface Target {
  write: Write;
  type: GraphQLInputType;
  inputType: GraphQLInputObjectType;
}

/** The input with which a mutation makes exactly the call. */
function* completeInput(
  schema: GraphQLSchema,
  call: RestCall,
  { write, type, inputType }: Target,
): Generator<void, Input, void> {
  const names = bodyNamesOf(write.inputNames);
  const values = { ...bodyInput(call, inputType, names), ...queryInput(call, inputType) };
  const pathFields = Object.values(inputType.getFields()).filter(({ name }) => isPathField(name, call, write));
  let rejection: string | undefined;
  for (const ids of choices(
    pathFields.map(({ name }) => name),
    candidateIds(schema, call),
  )) {
    const input = { ...ids, ...values };
    yield;
    const made = yield* prepared(write, input, type);
    if (typeof made === 'string') rejection ??= made;
    else if ('userErrors' in made) rejection = messageOf(made.userErrors[0]) ?? rejection;
    else if (made.requests.every((request) => isSameCall(request, call))) return input;
  }
  const reason = rejection === undefined ? '' : ` ${rejection}`;
  throw new ConversionError(`No input of the mutation for ${call.endpoint.id} makes this call.${reason}`);
}

/** Whether an input field gives a part of the path: the others are in the body or in the query. */
function isPathField(name: string, { endpoint }: RestCall, { inputNames }: Write): boolean {
  const own = Object.entries(inputNames).find(([, inputName]) => inputName === name)?.[0] ?? name;
  return name !== 'clientMutationId' && !shapeOf(endpoint.body).has(own) && !shapeOf(endpoint.query).has(own);
}

function shapeOf(schema: Endpoint['body']): Set<string> {
  const hasShape =
    schema !== undefined && 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null;
  return new Set(hasShape ? Object.keys(schema.shape as object) : []);
}

function bodyInput({ body }: RestCall, type: GraphQLInputObjectType, names: ReadonlyMap<string, string>): Input {
  return body === undefined ? {} : (inputFrom(body, type, { names, path: [] }) as Input);
}

function queryInput({ query, endpoint }: RestCall, type: GraphQLInputObjectType): Input {
  const fields = Object.values(type.getFields());
  const entries = [...query].map(([name, texts]) => {
    const field = argumentNamed(fields, name);
    if (field === undefined) throw new ConversionError(`The mutation for ${endpoint.id} has no input for "${name}".`);
    return [field.name, valueFromTexts(field.type, texts, name)] as const;
  });
  return Object.fromEntries(entries);
}

/** What may stand for the path, or for a part of it: its own ids, and the global ids of the records that it names. */
function candidateIds(schema: GraphQLSchema, { path, endpoint }: RestCall): string[] {
  const records = Object.keys(schema.getTypeMap()).flatMap((name) => {
    const entity = endpoint.contract.identifiedEntity(name);
    const shape = entity?.keyShapes.find((names) => names.every((part) => part in path));
    if (entity === undefined || shape === undefined) return [];
    const key = Object.fromEntries(shape.map((part) => [part, path[part] ?? '']));
    return [{ length: shape.length, id: attemptId(entity, key) }];
  });
  // The record at the path itself is the most likely one.
  const ids = records.sort((a, b) => b.length - a.length).flatMap(({ id }) => id ?? []);
  return [...Object.values(path), ...ids];
}

function attemptId(entity: { name: string }, key: Record<string, string>): string | undefined {
  try {
    return globalId(entity, key);
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

/** Every choice of an id for each field. No mutation has more than three such fields. */
function* choices(fields: readonly string[], ids: readonly string[]): Generator<Input> {
  const [first, ...others] = fields;
  if (first === undefined) yield {};
  else for (const id of ids) for (const rest of choices(others, ids)) yield { [first]: id, ...rest };
}

/** The write, or why the mutation rejects the input. */
function* prepared(write: Write, input: Input, type: GraphQLInputType): Generator<void, PreparedWrite | string, void> {
  try {
    return yield* write.prepare({ input: coercedValue(input, type) }, type);
  } catch (error) {
    if (error instanceof GatewayError) return error.message;
    throw error;
  }
}

function messageOf(error: { field: string[] | null; message: string } | undefined): string | undefined {
  return error && `${error.field?.join('.') ?? 'The input'}: ${error.message}`;
}

function isSameCall({ path, query = {}, body }: WriteRequest, call: RestCall): boolean {
  const given = Object.fromEntries([...call.query].map(([name, [text]]) => [name, text]));
  return isDeepStrictEqual(
    withoutUndefined([path, query, body ?? {}]),
    withoutUndefined([call.path, given, call.body ?? {}]),
  );
}

function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** What the write itself returns. */
function payloadSelection(field: GraphQLField<unknown, unknown>, endpoint: Endpoint): string {
  const payload = getNamedType(field.type);
  if (!isObjectType(payload)) return '';
  const options = { without: new Set<string>() };
  const fields = Object.values(payload.getFields()).flatMap(({ name, type }) => {
    const named = getNamedType(type);
    if (name === 'clientMutationId') return [];
    if (name === 'userErrors') return ['userErrors { field message code }'];
    if (isLeafType(named)) return [name];
    if (!isObjectType(named)) return [];
    const entity = entityOf(named);
    const isKnownByKey = entity !== undefined && !returnsRecord(endpoint, entity);
    return [`${name} ${isKnownByKey ? '{ id }' : braces(fieldsOf(named, 0, options))}`];
  });
  return braces(fields);
}
