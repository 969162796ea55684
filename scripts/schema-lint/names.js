/** Rules of docs/schema-guide.md for names that @graphql-eslint has none for. */
import { definitionOf, fieldOf, implementsNode, isList, isNonNull, namedType, typeOf } from './syntax-tree.js';

const verbs = /^(?:create|update|delete|add|remove|upsert|move|transfer|duplicate|restore|merge|import|enable|ping)/;

/** A record's type is singular; lists and connections are plural. */
export function plural(context) {
  const [{ collective = [] } = {}] = context.options;
  const isPlural = (name) => /s$|ren$|sBy[A-Z]|List$/.test(name) || collective.includes(name);
  return {
    ObjectTypeDefinition({ name, interfaces }) {
      if (!implementsNode({ interfaces }) || !isPlural(name.value)) return;
      context.report({ node: name, message: `${name.value} is one record: name it in the singular.` });
    },
    FieldDefinition({ name, gqlType }) {
      const type = namedType(gqlType);
      if ((isList(gqlType) || /Connection$/.test(type)) && !isPlural(name.value)) {
        context.report({ node: name, message: `${name.value} has several values: name it in the plural.` });
      }
      if (!isList(gqlType) && implementsNode(definitionOf(context, type)) && isPlural(name.value)) {
        context.report({ node: name, message: `${name.value} is one record: name it in the singular.` });
      }
    },
  };
}

/** A mutation names a verb and a type: one record, or several. `others` are what has no type. */
export function mutationType(context) {
  const [{ others = [] } = {}] = context.options;
  return {
    'FieldDefinition[parent.name.value=Mutation]'({ name }) {
      const type = name.value.replace(verbs, '').replace(/(?:To|From)[A-Z]\w*$/, '');
      if (
        [type, type.replace(/s$/, '')].some((one) => definitionOf(context, one) !== undefined || others.includes(one))
      )
        return;
      context.report({ node: name, message: `${name.value} names no type: ${type} is none.` });
    },
  };
}

/** A value has one name: in the type, and in the inputs that create and change it. `others` are of no field. */
export function oneName(context) {
  const [{ others = [] } = {}] = context.options;
  return {
    'InputObjectTypeDefinition[name.value=/^(?:Create|Update|Upsert)\\w+Input$/] > InputValueDefinition'({
      name,
      gqlType,
      parent,
    }) {
      const type = definitionOf(context, parent.name.value.replace(/^(?:Create|Update|Upsert)(\w+)Input$/, '$1'));
      // What contains a record that is created, or names the record itself.
      const isKey = namedType(gqlType) === 'ID' && isNonNull(gqlType);
      if (type === undefined || isKey || name.value === 'clientMutationId' || others.includes(name.value)) return;
      if (hasField(type, name.value)) return;
      context.report({ node: name, message: `${type.name.value} has no field with the name of ${name.value}.` });
    },
  };
}

/** Whether a type has a field with this name; an id and ids are those of the field without the ending. */
function hasField(type, name) {
  const base = name.replace(/Ids?$/, '');
  return [name, base, `${base}s`].some((one) => fieldOf(type, one) !== undefined);
}

/** What the arguments of a list do besides comparing a field: the window, the order, and the form of the items. */
const noFilters = /^(?:first|after|order|sort|orderBy|format|computed|evaluated|shareKey|query)$/;

/** A filter of a list has the name of the field that it compares. `others` compare none. */
export function filterName(context) {
  const [{ others = [] } = {}] = context.options;
  return {
    'FieldDefinition > InputValueDefinition'({ name, parent }) {
      const connection = definitionOf(context, namedType(parent.gqlType));
      const node = definitionOf(context, namedType(typeOf(fieldOf(connection, 'nodes'))));
      if (!/Connection$/.test(connection?.name.value ?? '') || node === undefined) return;
      if (noFilters.test(name.value) || others.includes(name.value)) return;
      if (hasField(node, name.value) || hasField(node, name.value.replace(/(?:es|s)$/, ''))) return;
      context.report({
        node: name,
        message: `${node.name.value} has no field with the name of the filter ${name.value}.`,
      });
    },
  };
}

/** Whole numbers are counts, unless they are something else that `others` names; a count is a whole number. */
export function countName(context) {
  const [{ others = [] } = {}] = context.options;
  return {
    FieldDefinition({ name, gqlType }) {
      const isCount = /Count$/.test(name.value);
      const isInt = namedType(gqlType) === 'Int';
      if (isCount === isInt || (isInt && others.includes(name.value))) return;
      context.report({ node: name, message: `Whole numbers end in Count, and nothing else does: ${name.value}.` });
    },
  };
}

/** Permissions begin with `can`. An argument that chooses a form is an adjective; one that filters is named like its field. */
export function flagName(context) {
  return {
    'ObjectTypeDefinition[name.value=/Permissions$/] > FieldDefinition'({ name }) {
      if (!/^can[A-Z]/.test(name.value))
        context.report({ node: name, message: `The permission ${name.value} begins with can.` });
    },
    'FieldDefinition > InputValueDefinition'({ name, gqlType }) {
      if (namedType(gqlType) !== 'Boolean' || /^(?:is|has|can|are)[A-Z]|ed$|^only$/.test(name.value)) return;
      context.report({ node: name, message: `Name ${name.value} by an adjective, or by the flag that it compares.` });
    },
  };
}

/** The fields of `…Urls` are named by their target. */
export function urlTarget(context) {
  return {
    'ObjectTypeDefinition[name.value=/Urls$/] > FieldDefinition'({ name, gqlType }) {
      if (namedType(gqlType) === 'URL' && !/ur[li]$/i.test(name.value)) return;
      context.report({ node: name, message: `Name ${name.value} by its target; it is a URL.` });
    },
  };
}
