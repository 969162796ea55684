/** Rules of docs/schema-guide.md that @graphql-eslint has none for. They read the same syntax tree as its own. */
export default {
  rules: {
    'connection-name': { create: connectionName },
    'id-description': { create: idDescription },
    'deprecation-replacement': { create: deprecationReplacement },
    'known-values': { create: knownValues },
  },
};

/** `SpaceConnection` has nodes of the type `Space`. A prefix is for edges that say more: `MemberSpaceConnection`. */
function connectionName(context) {
  return {
    'ObjectTypeDefinition[name.value=/Connection$/]'(type) {
      const base = type.name.value.replace(/Connection$/, '');
      const node = typeOfField(type, 'nodes');
      if (typeOfField(type, 'edges') !== `${base}Edge`) {
        context.report({ node: type.name, message: `The edges of ${type.name.value} are of the type ${base}Edge.` });
      }
      if (base === node || (base.endsWith(node) && hasOwnFields(edgeIn(context, base)))) return;
      context.report({ node: type.name, message: `Name ${type.name.value} by its nodes: ${node}Connection.` });
    },
  };
}

function typeOfField({ fields }, name) {
  return namedType(fields.find((field) => field.name.value === name)?.gqlType);
}

function namedType(type) {
  return type === undefined ? '' : 'gqlType' in type ? namedType(type.gqlType) : type.name.value;
}

function edgeIn({ sourceCode }, base) {
  const [document] = sourceCode.ast.body;
  return document.definitions.find(({ name }) => name?.value === `${base}Edge`);
}

function hasOwnFields(edge) {
  return edge?.fields.some(({ name }) => name.value !== 'node' && name.value !== 'cursor') ?? false;
}

/** Of SAML's identifiers and of the client's, the service knows nothing. */
const otherIds = /^(?:entityId|clientMutationId)$/;

/** A field, argument or input field with an id says whether it is a global id, a REST id, or either. */
function idDescription(context) {
  const check = (definition) => {
    const { name, gqlType, description } = definition;
    const isId = /^ids?$|[a-z]Ids?$/.test(name.value) && /^(?:ID|String)$/.test(namedType(gqlType));
    if (!isId || otherIds.test(name.value) || /\b(?:global|REST) ids?\b/i.test(description?.value ?? '')) return;
    context.report({ node: name, message: `Say in the description of ${name.value}: global id, or REST id.` });
  };
  return { FieldDefinition: check, InputValueDefinition: check };
}

/** A deprecation names what to use instead: a field of the same type. */
function deprecationReplacement(context) {
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
function knownValues(context) {
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
