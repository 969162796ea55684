import graphql from '@graphql-eslint/eslint-plugin';
import own from './scripts/schema-lint/index.js';

/** The lint rules of the schema in `schema/`, as docs/schema-guide.md states them. Everything else is linted by Biome. */
const words = { style: 'camelCase', forbiddenPatterns: [/[A-Z]{2}/] };
const typeNames = { style: 'PascalCase', forbiddenPatterns: [/[A-Z]{2}/] };
const flag = { ...words, requiredPattern: /^(?:is|has|can|are)[A-Z]/ };
const id = { ...words, requiredPattern: /^(?:id|ids|\w+Ids?)$/ };
const url = { ...words, requiredPattern: /^(?:url|\w+Url)$/ };
const time = { ...words, requiredPattern: /^\w+At$/ };
const mutation = {
  ...words,
  requiredPattern:
    /^(?:create|update|delete|add(?=\w+To[A-Z])|remove(?=\w+From[A-Z]|Members?$|TeamMember$)|upsert|move|transfer|duplicate|restore|merge|import|enable|ping)[A-Z]/,
};

/** A rule for definitions of a scalar type, whether that is non-null, a list or neither. */
const ofType = (definition, type, rule) =>
  Object.fromEntries(
    ['gqlType', 'gqlType.gqlType', 'gqlType.gqlType.gqlType', 'gqlType.gqlType.gqlType.gqlType'].map((path) => [
      `${definition}[${path}.name.value=${type}]`,
      rule,
    ]),
  );

// The neighbours of a position are named by its sides.
const inInputs = 'InputValueDefinition[parent.kind=InputObjectTypeDefinition][parent.name.value!=PositionInput]';
const inArguments = 'InputValueDefinition[parent.kind=FieldDefinition]';

/** Filters that compare what is no field of the items: who contributed, what a record contains, a text in several fields. */
const filtersByNoField = ['authorIds', 'contributorId', 'nested', 'ownerId', 'search', 'spaceId', 'targetPageId'];

/** Inputs that change what has another form in the record, or is no part of it. */
const inputsOfNoField = [
  'addedReactions',
  'agentTaskId',
  'defaultSectionId',
  'defaultSiteSpaceId',
  'documentNodeId',
  'format',
  'isResolved',
  'logoUrl',
  'pageId',
  'removedReactions',
  'source',
  'spaces',
];

const withoutFieldsInContract = [
  'ContentReference.details',
  'OpenApiSpecContent.filesystem',
  'Page.variables',
  'PageComputed.props',
  'Revision.variables',
  'SiteAdaptiveSchema.jsonSchema',
  'UpdateSiteAdaptiveSchemaInput.jsonSchema',
];

export default [
  {
    files: ['schema/*.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: 'schema/*.graphql' } } },
    plugins: { '@graphql-eslint': graphql, own },
    rules: {
      '@graphql-eslint/naming-convention': [
        'error',
        {
          ObjectTypeDefinition: typeNames,
          InterfaceTypeDefinition: typeNames,
          UnionTypeDefinition: typeNames,
          EnumTypeDefinition: typeNames,
          InputObjectTypeDefinition: typeNames,
          // Known to tools by these names.
          ScalarTypeDefinition: { style: 'PascalCase', ignorePattern: '^(?:URL|JSONObject)$' },
          FieldDefinition: words,
          InputValueDefinition: words,
          DirectiveDefinition: words,
          EnumValueDefinition: 'UPPER_CASE',
          ...ofType('FieldDefinition', 'Boolean', flag),
          ...ofType(inInputs, 'Boolean', flag),
          ...ofType(inInputs, 'ID', id),
          ...ofType(inArguments, 'ID', id),
          ...ofType('FieldDefinition', 'DateTime', time),
          ...ofType('FieldDefinition[parent.name.value!=/Urls$/]', 'URL', url),
          ...ofType(inInputs, 'URL', url),
          'FieldDefinition[parent.name.value=Mutation]': mutation,
        },
      ],
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          DirectiveDefinition: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
        },
      ],
      '@graphql-eslint/input-name': ['error', { checkInputType: true, caseSensitiveInputType: false }],
      '@graphql-eslint/no-hashtag-description': 'error',
      '@graphql-eslint/no-unreachable-types': 'error',
      '@graphql-eslint/require-deprecation-reason': 'error',
      '@graphql-eslint/require-nullable-fields-with-oneof': 'error',
      '@graphql-eslint/unique-enum-value-names': 'error',
      '@graphql-eslint/unique-type-names': 'error',
      '@graphql-eslint/unique-field-definition-names': 'error',
      // Forward only: REST pages cannot be read backwards.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
      '@graphql-eslint/relay-connection-types': 'error',
      '@graphql-eslint/relay-edge-types': ['error', { shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false }],
      '@graphql-eslint/relay-page-info': 'error',
      'own/connection-field': 'error',
      'own/connection-name': 'error',
      'own/count-name': ['error', { others: ['number', 'depth', 'retryAfter'] }],
      'own/deprecation-replacement': 'error',
      'own/filter-name': ['error', { others: filtersByNoField }],
      'own/flag-name': 'error',
      'own/id-description': 'error',
      'own/json-object': ['error', { allowed: withoutFieldsInContract }],
      'own/known-values': 'error',
      'own/look-up': 'error',
      // What these mutations write is no record.
      'own/mutation-type': [
        'error',
        { others: ['ChangeRequestContent', 'SpaceContent', 'MemberSso', 'OrganizationLinkInvite'] },
      ],
      'own/mutation-shape': 'error',
      // The contract has no flag for what is below a site.
      'own/named-permission': ['error', { without: 'Site|ShareLink' }],
      'own/node-ids': 'error',
      'own/null-in-update': 'error',
      'own/one-name': ['error', { others: inputsOfNoField }],
      'own/payload-record': 'error',
      // `field` is what clients of mutations know it as.
      'own/plural': ['error', { collective: ['search', 'breadcrumb', 'field'] }],
      'own/telling-description': 'error',
      'own/url-target': 'error',
    },
  },
];
