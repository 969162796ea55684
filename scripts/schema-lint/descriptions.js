/** Rules of docs/schema-guide.md for descriptions. */
import { isNonNull, namedType } from './syntax-tree.js';

/** Of SAML's identifiers and of the client's, the service knows nothing. */
const otherIds = /^(?:entityId|clientMutationId)$/;

/** A field, argument or input field with an id says whether it is a global id, a REST id, or either. */
export function idDescription(context) {
  const check = (definition) => {
    const { name, gqlType, description } = definition;
    const isId = /^ids?$|[a-z]Ids?$/.test(name.value) && /^(?:ID|String)$/.test(namedType(gqlType));
    if (!isId || otherIds.test(name.value) || /\b(?:global|REST) ids?\b/i.test(description?.value ?? '')) return;
    context.report({ node: name, message: `Say in the description of ${name.value}: global id, or REST id.` });
  };
  return { FieldDefinition: check, InputValueDefinition: check };
}

/** A deprecation names what to use instead: a field of the same type. */
export function deprecationReplacement(context) {
  return {
    'FieldDefinition > Directive[name.value=deprecated]'(directive) {
      const field = directive.parent;
      const names = field.parent.fields.map(({ name }) => name.value);
      const reason = directive.arguments.find(({ name }) => name.value === 'reason')?.value.value ?? '';
      const named = [...reason.matchAll(/`(\w+)`/g)].map(([, name]) => name);
      if (named.some((name) => name !== field.name.value && names.includes(name))) return;
      context.report({ node: directive, message: `Name a field that replaces ${field.name.value}.` });
    },
  };
}

/** `x`, `y` or `x` or `y`; a single value has to be introduced. What `@knownValues` states is not written in the description. */
const listedValues =
  /`[\w:-]+`(?: \([^)]*\))?(?:,| or| and) `[\w:-]+`|\b(?:known|possible|allowed) values?\b|others are possible/i;

/** A description does not list the values of a string. `@knownValues` does, from which the served description is made. */
export function knownValues(context) {
  const check = (definition) => {
    const { name, gqlType, description } = definition;
    const directive = definition.directives.find((applied) => applied.name.value === 'knownValues');
    const isString = namedType(gqlType) === 'String';
    if (directive !== undefined) checkDirective(context, { name, isString, directive });
    if (isString && listedValues.test(description?.value ?? '')) {
      context.report({
        node: name,
        message: `State the values of ${name.value} with @knownValues, not in its description.`,
      });
    }
  };
  return { FieldDefinition: check, InputValueDefinition: check };
}

function checkDirective(context, { name, isString, directive }) {
  const values = directive.arguments[0]?.value.values?.map(({ value }) => value) ?? [];
  if (!isString) context.report({ node: name, message: `${name.value} is no String: it has no @knownValues.` });
  if (values.length === 0 || new Set(values).size < values.length) {
    context.report({ node: name, message: `Name each known value of ${name.value} once.` });
  }
}

/** What the structure of the schema says: its descriptions follow one pattern each. */
const patterned = {
  types: /(?:Input|Payload|Result|Edge|Connection|Urls|Permissions)$/,
  fields: /^(?:restId|urls|permissions|node|input)$/,
};

const fillers = new Set(
  'a all an and are as at be by for from has have in is it its of on or that the this to whether which with'.split(' '),
);

/** A description has a word that neither the name, the type nor the owner has: "Title of the page." says nothing of `Page.title`. */
export function tellingDescription(context) {
  const check = (definition) => {
    const { name, parent, gqlType } = definition;
    const owner = parent?.name?.value ?? '';
    const isInMutation = parent?.parent?.name?.value === 'Mutation' || owner === 'Mutation';
    if (patterned.fields.test(name.value) || patterned.types.test(owner) || isInMutation) return;
    reportUntelling(context, definition, {
      names: [name.value, owner, namedType(gqlType)],
      of: `${owner}.${name.value}`,
    });
  };
  const checkType = (definition) => {
    const name = definition.name.value;
    if (!patterned.types.test(name)) reportUntelling(context, definition, { names: [name], of: name });
  };
  return {
    ':matches(FieldDefinition, InputValueDefinition, EnumValueDefinition)': check,
    ':matches(ObjectTypeDefinition, InterfaceTypeDefinition, EnumTypeDefinition, InputObjectTypeDefinition)': checkType,
  };
}

function reportUntelling(context, { name, description }, { names, of }) {
  const known = new Set(names.flatMap(stemsOf));
  if (stemsOf(description?.value ?? '').some((stem) => !known.has(stem) && !fillers.has(stem))) return;
  context.report({ node: name, message: `Say of ${of} what its name does not.` });
}

/** The words of a name or a text, without their usual endings. */
function stemsOf(text) {
  const words =
    text
      .replace(/([a-z])(?=[A-Z])/g, '$1 ')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? [];
  return words.map((word) => (fillers.has(word) ? word : word.replace(/(?:ing|ed|es|s|e)$/, '')));
}

/** A field of an update says what null does, or that it cannot be null. */
export function nullInUpdate(context) {
  return {
    'InputObjectTypeDefinition[name.value=/^Update/] > InputValueDefinition'({ name, gqlType, description }) {
      if (isNonNull(gqlType) || name.value === 'clientMutationId') return;
      if (/\bNull \w|\bCannot be null\./.test(description?.value ?? '')) return;
      context.report({ node: name, message: `Say what null does in ${name.value}, or "Cannot be null."` });
    },
  };
}

/** "`permissions.canCreate` of its parent collection after the move": the flag and the kind of record. */
const namedFlag =
  /`permissions\.(\w+)`\s+of\s+(?:the|its)\s+(?:(?:new|parent)\s+)?([\w\s]+?)(?=[.,;]|\s+(?:after|and|at|for|or)\b)/g;

/** A permission that a description names is a flag of the record that it names. A mutation names one, where the contract has one. */
export function namedPermission(context) {
  const { schema } = context.sourceCode.parserServices;
  const [{ without = '^$' } = {}] = context.options;
  return {
    FieldDefinition({ name, description, parent }) {
      for (const [, flag, owner] of (description?.value ?? '').matchAll(namedFlag)) {
        if (flag in flagsOf(schema, typeNamed(owner))) continue;
        context.report({ node: name, message: `There is no ${flag} in the permissions of the ${owner}.` });
      }
      if (parent.name.value !== 'Mutation' || /`permissions[.`]/.test(description?.value ?? '')) return;
      if (new RegExp(without).test(name.value)) return;
      context.report({ node: name, message: `Name the flag in permissions that ${name.value} needs.` });
    },
  };
}

/** The flags of records whose type has this name, or ends with it. */
function flagsOf(schema, name) {
  const types = Object.values(schema?.getTypeMap() ?? {}).filter((type) => type.name.endsWith(name));
  const flags = types.map((type) => type.getFields?.().permissions?.type.getFields?.() ?? {});
  return Object.assign({}, ...flags);
}

/** `OpenApiSpec` for "OpenAPI specification", `TranslationConfiguration` for "translation configuration". */
function typeNamed(words) {
  const name = words.replace('OpenAPI specification', 'open api spec');
  return name.replaceAll(/(?:^|\s)(\w)/g, (_, letter) => letter.toUpperCase());
}
