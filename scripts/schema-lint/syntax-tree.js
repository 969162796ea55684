/** What the rules share: the definitions of types, in the linted file and in the rest of the schema. */

/** The name of a type without its list and its non-null; empty for none. */
export function namedType(type) {
  const { kind, name, type: inner, gqlType } = type ?? {};
  return kind === 'NamedType' ? name.value : inner || gqlType ? namedType(gqlType ?? inner) : '';
}

/** The type of a field or an argument: the linter's tree names it other than graphql-js. */
export const typeOf = (definition) => definition?.gqlType ?? definition?.type;

export const isList = (type) => isA('ListType', withoutNonNull(type));

export const isNonNull = (type) => isA('NonNullType', type);

const withoutNonNull = (type) => (isNonNull(type) ? (type.gqlType ?? type.type) : type);

const isA = (kind, type) => type?.kind === kind;

/** The definition of a type: in the linted file, or else in another one. */
export function definitionOf({ sourceCode }, name) {
  const [document] = sourceCode.ast.body;
  const own = document.definitions.find((one) => one.name?.value === name && one.kind.endsWith('TypeDefinition'));
  return own ?? sourceCode.parserServices.schema?.getType(name)?.astNode;
}

export const fieldOf = (type, name) => type?.fields?.find((field) => field.name.value === name);

export const hasDirective = (definition, name) => definition.directives.some((one) => one.name.value === name);

export const implementsNode = (type) => type?.interfaces?.some(({ name }) => name.value === 'Node') ?? false;

/** `siteSection` for `SiteSection`. */
export const lowerFirst = (name) => name.charAt(0).toLowerCase() + name.slice(1);

/** `SiteSection` for `siteSection`. */
export const upperFirst = (name) => name.charAt(0).toUpperCase() + name.slice(1);
