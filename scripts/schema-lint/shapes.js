/** Rules of docs/schema-guide.md for the shapes of types: connections, mutations, look-ups and their nullability. */
import {
  definitionOf,
  fieldOf,
  hasDirective,
  implementsNode,
  isList,
  isNonNull,
  lowerFirst,
  namedType,
  typeOf,
  upperFirst,
} from './syntax-tree.js';

/** `SpaceConnection` has nodes of the type `Space`. A prefix is for edges that say more: `MemberSpaceConnection`. */
export function connectionName(context) {
  return {
    'ObjectTypeDefinition[name.value=/Connection$/]'(type) {
      const base = type.name.value.replace(/Connection$/, '');
      const node = typeOfField(type, 'nodes');
      if (typeOfField(type, 'edges') !== `${base}Edge`) {
        context.report({ node: type.name, message: `The edges of ${type.name.value} are of the type ${base}Edge.` });
      }
      if (base === node || (base.endsWith(node) && hasOwnFields(definitionOf(context, `${base}Edge`)))) return;
      context.report({ node: type.name, message: `Name ${type.name.value} by its nodes: ${node}Connection.` });
    },
  };
}

const typeOfField = (type, name) => namedType(typeOf(fieldOf(type, name)));

function hasOwnFields(edge) {
  return edge?.fields.some(({ name }) => name.value !== 'node' && name.value !== 'cursor') ?? false;
}

/** A list in pages takes `first`, which is 25 by default, and `after`. It is nullable: it stands behind a REST call. */
export function connectionField(context) {
  return {
    FieldDefinition({ name, gqlType, arguments: args }) {
      if (!/Connection$/.test(namedType(gqlType))) return;
      if (isNonNull(gqlType))
        context.report({ node: name, message: `${name.value} is behind a REST call: make it nullable.` });
      const first = args.find((arg) => arg.name.value === 'first');
      if (first?.defaultValue?.value === '25' && args.some((arg) => arg.name.value === 'after')) return;
      context.report({ node: name, message: `${name.value} takes "first: Int = 25" and "after".` });
    },
  };
}

/** A record has a global id and a REST id, both always. */
export function nodeIds(context) {
  return {
    ObjectTypeDefinition(type) {
      if (!implementsNode(type)) return;
      for (const name of ['id', 'restId']) {
        if (isNonNull(typeOf(fieldOf(type, name)))) continue;
        context.report({ node: type.name, message: `${type.name.value} has a non-null ${name}, as every Node.` });
      }
    },
  };
}

/** A look-up by an id, or by one of several keys, is nullable and promises nothing: the id may name no record. */
export function lookUp(context) {
  return {
    FieldDefinition({ name, gqlType, arguments: args, directives, parent }) {
      const isLookUp = args.some((arg) => /^(?:id|by)$/.test(arg.name.value)) && parent.name.value !== 'Mutation';
      if (!isLookUp || !(isNonNull(gqlType) || hasDirective({ directives }, 'semanticNonNull'))) return;
      context.report({ node: name, message: `${name.value} finds no record for some ids: make it nullable.` });
    },
    'InputObjectTypeDefinition[name.value=/By$/]'({ name, directives }) {
      if (hasDirective({ directives }, 'oneOf')) return;
      context.report({ node: name, message: `${name.value} identifies a record by one key: make it @oneOf.` });
    },
    'FieldDefinition > InputValueDefinition'({ name, gqlType }) {
      const takesKey = /By$/.test(namedType(gqlType));
      if (takesKey === (name.value === 'by') && (!takesKey || isNonNull(gqlType))) return;
      context.report({ node: name, message: 'A look-up by one of several keys takes "by: …By!".' });
    },
  };
}

/** A mutation takes one `input`, named by it, and promises a payload, named by it, which ends as all payloads do. */
export function mutationShape(context) {
  return {
    'FieldDefinition[parent.name.value=Mutation]'({ name, gqlType, directives }) {
      const payload = `${upperFirst(name.value)}Payload`;
      if (namedType(gqlType) !== payload || isNonNull(gqlType) || !hasDirective({ directives }, 'semanticNonNull')) {
        context.report({ node: name, message: `${name.value} returns "${payload} @semanticNonNull".` });
      }
    },
    'ObjectTypeDefinition[name.value=/Payload$/]'(type) {
      for (const field of ['userErrors', 'clientMutationId']) requireField(context, type, field);
      if (/^Delete/.test(type.name.value) && !isSoftDeletion(context, type)) requireField(context, type, 'deletedId');
    },
    'FieldDefinition[parent.name.value=Mutation] > InputValueDefinition'({ gqlType }) {
      const type = definitionOf(context, namedType(gqlType));
      if (type !== undefined) requireField(context, type, 'clientMutationId');
    },
  };
}

function requireField(context, type, name) {
  if (fieldOf(type, name) !== undefined) return;
  context.report({ node: type.name, message: `${type.name.value} has no ${name}.` });
}

/** Whether what is deleted stays readable: the record of the payload tells when it was deleted, or each of the results has one. */
function isSoftDeletion(context, type) {
  if (fieldOf(type, 'results') !== undefined) return true;
  return type.fields.some(
    (field) => fieldOf(definitionOf(context, namedType(typeOf(field))), 'deletedAt') !== undefined,
  );
}

/** A record in a payload has the name of its type, or a part at its end: `sectionGroup` for `SiteSectionGroup`. */
export function payloadRecord(context) {
  return {
    'ObjectTypeDefinition[name.value=/(?:Payload|Result)$/] > FieldDefinition'({ name, gqlType }) {
      const type = namedType(gqlType);
      if (isList(gqlType) || !implementsNode(definitionOf(context, type))) return;
      const end = upperFirst(name.value);
      if (lowerFirst(type) === name.value || (type.endsWith(end) && end !== type)) return;
      // A reply to a comment is a `ChangeRequestCommentReply`.
      context.report({ node: name, message: `Name ${name.value} by its type, ${type}.` });
    },
  };
}

/** Values without fields of their own stand only where the contract names none. */
export function jsonObject(context) {
  const [{ allowed = [] } = {}] = context.options;
  const check = ({ name, gqlType, parent }) => {
    const path = `${parent.name.value}.${name.value}`;
    if (namedType(gqlType) !== 'JSONObject' || allowed.includes(path)) return;
    context.report({ node: name, message: `The contract may name the fields of ${path}: give it a type.` });
  };
  return { FieldDefinition: check, InputValueDefinition: check };
}
