import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import { type Endpoint, pathParams } from '../../../src/engine/contract/endpoint.ts';
import { definitionOf } from '../../../src/engine/fields/field-definitions.ts';
import { entities } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { globalIdOf } from '../execution/expectations.ts';
import { type JsonSchema, jsonSchemaOf } from '../upstreams/minimal-responses.ts';

type EntityName = keyof typeof entities;

/** A value of an input, and its expected form in REST. */
export interface InputMapping {
  given: unknown;
  rest: unknown;
}

/** A field of an input, at any depth, that is sent in the body. */
export interface BodyField {
  input: string[];
  body: string[];
  /** Whether the GraphQL type requires a value. */
  isRequired: boolean;
  description: string;
  /** The contract's schema of it. */
  schema: JsonSchema;
  values: [InputMapping, ...InputMapping[]];
}

/** A mutation with all fields of its input, derived from the GraphQL schema and the contract's body. */
export interface MutationCase {
  name: string;
  endpoint: Endpoint;
  /** An input with the required fields only, and the expected body and URL. */
  minimal: { input: Record<string, unknown>; body: Record<string, unknown> | undefined; url: string };
  fields: BodyField[];
  /** Input fields that are not in the body but in the path or the query. */
  notInBody: string[];
}

/** Body names of input fields whose name differs. All other names are the same. */
const bodyNames: Readonly<Record<string, string>> = {
  isActive: 'active',
  defaultRole: 'defaultLevel',
  documentNodeId: 'node',
  pageId: 'page',
  parentId: 'parent',
  organizationId: 'organization',
  isSsoEnforced: 'sso',
  isAiEnabled: 'ai',
  areInviteLinksEnabled: 'inviteLinks',
  logoUrl: 'logo',
  isResolved: 'resolved',
  isEnabled: 'enabled',
  entityId: 'entityID',
  ssoUrl: 'ssoURL',
  addUserIds: 'add',
  removeUserIds: 'remove',
  defaultTeamId: 'defaultTeam',
  memberIds: 'members',
  sectionIds: 'sections',
  defaultSiteSpaceId: 'defaultSiteSpace',
  defaultSectionId: 'defaultSiteSection',
};

/** The types that id fields refer to; ids that are not listed are plain. */
const references: Readonly<Record<string, EntityName>> = {
  organizationId: 'Organization',
  userId: 'Member',
  addUserIds: 'Member',
  removeUserIds: 'Member',
  memberIds: 'Member',
  teamId: 'Team',
  defaultTeamId: 'Team',
  spaceId: 'Space',
  parentId: 'Collection',
  pageId: 'Page',
  changeRequestId: 'ChangeRequest',
  siteId: 'Site',
  sectionId: 'SiteSection',
  sectionIds: 'SiteSection',
  defaultSectionId: 'SiteSection',
  sectionGroupId: 'SiteSectionGroup',
  defaultSiteSpaceId: 'SiteSpace',
};

/** Inputs that have a different form in REST. */
const reshaped: Readonly<Record<string, [InputMapping, ...InputMapping[]]>> = {
  OrganizationDefaultContentInput: [
    { given: { siteId: idOf('Site') }, rest: { type: 'site', site: 'site-id' } },
    { given: { siteId: 'plain' }, rest: { type: 'site', site: 'plain' } },
  ],
  SiteSpacesInput: [
    { given: { ids: [idOf('Space'), 'plain'] }, rest: ['space-id', 'plain'] },
    { given: { ids: [] }, rest: [] },
    { given: { newSpaceKeyword: 'empty' }, rest: 'empty' },
  ],
  TeamMembershipInput: [
    {
      given: [
        { userId: 'one', role: 'OWNER' },
        { userId: 'two', role: 'MEMBER' },
      ],
      rest: { one: { role: 'owner' }, two: { role: 'member' } },
    },
    { given: [], rest: {} },
  ],
};

/** Texts that match the contract's patterns; all other fields accept any text. */
const patterned: Readonly<Record<string, string>> = {
  slug: 'spec-slug',
  proxy: 'docs.example.com/guide',
};

/** Every mutation of the schema that performs one write. */
export function everyMutation(): MutationCase[] {
  const fields = Object.values(createSchema().getMutationType()?.getFields() ?? {});
  return fields.filter((field) => definitionOf(field)?.kind.write?.isBatch === false).map(caseOf);
}

/** The least inputs of the mutations that perform the write of another one for each item of a list, by their names. */
export function everyBatchInput(): [name: string, input: Record<string, unknown>][] {
  const singles = everyMutation();
  const fields = Object.values(createSchema().getMutationType()?.getFields() ?? {});
  return fields.flatMap((field) => {
    const write = definitionOf(field)?.kind.write;
    const single = singles.find(({ endpoint }) => endpoint === write?.endpoint);
    if (!write?.isBatch || single === undefined) return [];
    const inputFields = (getNamedType(field.args[0]?.type) as GraphQLInputObjectType).getFields();
    const list = Object.keys(inputFields).find((name) => isListType(getNullableType(inputFields[name]?.type))) ?? '';
    const required = Object.values(inputFields).filter(isRequiredInputField);
    const entries = required.map(({ name }) => [name, name === list ? [] : (single.minimal.input[name] ?? 'draft')]);
    const item = Object.entries(single.minimal.input).find(([name]) => !(name in inputFields));
    return [[field.name, { ...Object.fromEntries(entries), [list]: [item?.[1]] }]];
  });
}

function caseOf(field: GraphQLField<unknown, unknown>): MutationCase {
  const { name, args } = field;
  const write = definitionOf(field)?.kind.write;
  if (write === undefined) throw new Error(`${name} is no action.`);
  const { endpoint } = write;
  const type = getNamedType(args[0]?.type) as GraphQLInputObjectType;
  const schema = endpoint.body && jsonSchemaOf(endpoint.body);
  const inputFields = Object.values(type.getFields()).filter((field) => field.name !== 'clientMutationId');
  const isElsewhere = (field: GraphQLInputField) => schema?.properties?.[bodyNameOf(field, schema)] === undefined;
  const fields = inputFields
    .filter((field) => !isElsewhere(field))
    .flatMap((field) => bodyFields(field, type, outermost(schema)));
  const elsewhere = inputFields.filter(isElsewhere);
  const required = fields.filter(({ input, isRequired }) => isRequired && input.length === 1);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, param: string) => kebab(param));
  return {
    name,
    endpoint,
    fields,
    notInBody: elsewhere.map((field) => field.name),
    minimal: {
      url: path,
      body: schema && Object.fromEntries(required.map(({ body, values }) => [body[0], values[0].rest])),
      input: Object.fromEntries([
        ...elsewhere.filter(isRequiredInputField).map((field) => [field.name, pathValue(field.name, endpoint)]),
        ...required.map(({ input, values }) => [input[0], values[0].given]),
      ]),
    },
  };
}

/** The context of a field. */
interface Around {
  input: string[];
  body: string[];
  schema: JsonSchema;
}

const outermost = (schema: JsonSchema = {}): Around => ({ input: [], body: [], schema });

/** A field and its nested fields. */
function bodyFields(field: GraphQLInputField, parent: GraphQLInputObjectType, around: Around): BodyField[] {
  const name = bodyNameOf(field, around.schema);
  const own = around.schema.properties?.[name];
  if (own === undefined) throw new Error(`${field.name} is nowhere in the body: say where in the tests' tables.`);
  const input = [...around.input, field.name];
  const body = [...around.body, name];
  const type = getNamedType(field.type);
  const inner =
    isInputObjectType(type) && reshaped[type.name] === undefined
      ? Object.values(type.getFields()).flatMap((one) => bodyFields(one, type, { input, body, schema: own }))
      : [];
  // A @oneOf input accepts neither null nor no field at all.
  const isRequired = isRequiredInputField(field) || parent.isOneOf;
  const description = field.description ?? '';
  return [
    { input, body, isRequired, description, schema: withoutNull(own), values: valuesOf(field, own, inner) },
    ...inner,
  ];
}

function bodyNameOf({ name }: GraphQLInputField, { properties = {} }: JsonSchema = {}): string {
  return name in properties ? name : (bodyNames[name] ?? name);
}

function valuesOf(field: GraphQLInputField, schema: JsonSchema, inner: BodyField[]): [InputMapping, ...InputMapping[]] {
  const named = getNamedType(field.type);
  const special = reshaped[named.name];
  if (special !== undefined) return special;
  if (isInputObjectType(named)) return [together(inner)];
  if (isListType(getNullableType(field.type))) {
    return [all(itemsOf(field, named, schema)), { given: [], rest: [] }];
  }
  return itemsOf(field, named, schema);
}

function itemsOf(
  { name }: GraphQLInputField,
  type: GraphQLInputType,
  schema: JsonSchema,
): [InputMapping, ...InputMapping[]] {
  if (isEnumType(type)) {
    const values = type.getValues().map((value) => ({
      given: value.name,
      rest: value.name.toLowerCase().replaceAll('_', '-'),
    }));
    return values as [InputMapping, ...InputMapping[]];
  }
  switch (type.toString()) {
    case 'Boolean':
      return [same(true), same(false)];
    case 'URL':
      return [same('https://docs.example/a%20b?c=ü#d')];
    case 'JSONObject':
      return [same({ $schema: 'x', properties: { 'ä"\\': { type: ['string', 'null'], default: null, n: 1.5 } } })];
    case 'ID':
      return idValues(name, schema);
    default:
      return [same(patterned[name] ?? ' “Täxt” \\ "with"\n🦊 ')];
  }
}

/** An id as global id and as plain REST id; a neighbour in a position is an object in REST. */
function idValues(name: string, schema: JsonSchema): [InputMapping, ...InputMapping[]] {
  const { type: kind, ...id } = schema.properties ?? {};
  const entity = references[name] ?? neighbours[String(kind?.const)];
  const [idName] = Object.keys(id);
  const inRest = (value: string) => (idName === undefined ? value : { type: kind?.const, [idName]: value });
  const plain = { given: 'plain', rest: inRest('plain') };
  return entity === undefined ? [plain] : [{ given: idOf(entity), rest: inRest(lastOf(entity)) }, plain];
}

const neighbours: Readonly<Record<string, EntityName>> = {
  space: 'Space',
  'site-section': 'SiteSection',
  'site-space': 'SiteSpace',
};

const same = (value: unknown): InputMapping => ({ given: value, rest: value });

function all(items: readonly InputMapping[]): InputMapping {
  return { given: items.map(({ given }) => given), rest: items.map(({ rest }) => rest) };
}

function together(inner: readonly BodyField[]): InputMapping {
  const own = inner.filter(({ input }) => input.length === 2);
  return {
    given: Object.fromEntries(own.map(({ input, values }) => [input.at(-1), values[0].given])),
    rest: Object.fromEntries(own.map(({ body, values }) => [body.at(-1), values[0].rest])),
  };
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only !== undefined && others.length === 0 ? only : schema;
}

/** A value for a field that is not in the body; keys consist of the names of their parts. */
function pathValue(name: string, endpoint: Endpoint): string {
  if (name === 'slug') return 'spec-slug';
  if (name === 'inviteId') return 'invite-id';
  return idOf(references[name] ?? entityBelow(pathParams(endpoint.path)));
}

function entityBelow(params: readonly string[]): EntityName {
  const { Revision: _, ...nodes } = entities;
  const found = Object.values(nodes).find(({ keyShapes }) => keyShapes[0]?.join() === params.join())?.name;
  if (found === undefined) throw new Error(`No kind of record has the key ${params.join(', ')}.`);
  return found;
}

function keyOf(type: EntityName): string[] {
  return (entities[type].keyShapes[0] ?? []).map(kebab);
}

export function idOf(type: EntityName): string {
  return globalIdOf(type, ...keyOf(type));
}

const lastOf = (type: EntityName) => keyOf(type).at(-1) ?? '';

/** `siteSpaceId` becomes `site-space-id`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Copies an object and sets the value at a path; undefined removes it. */
export function setIn(object: object | undefined, path: readonly string[], value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path;
  const { [name]: inner, ...others } = (object ?? {}) as Record<string, unknown>;
  if (rest.length > 0) return { ...others, [name]: setIn(inner as object | undefined, rest, value) };
  return value === undefined ? others : { ...others, [name]: value };
}
