import { contract } from '../../../src/resources/contract.ts';
import { type DriftKind, inParameter, inQuery } from './drift-kind.ts';
import type { OpenApi, OpenApiParameter } from './openapi.ts';
import { breaking, entryOf, harmless, operationIn, parameterIn } from './planted-difference.ts';

const { changeRequests, members, organizations, shareLinks, siteSpaces, spaceComments, spaces, teams } = contract;

/** Requires a scheme of this kind in the whole document. */
const withScheme = (scheme: Record<string, unknown>) => (document: OpenApi) => {
  document.components.securitySchemes = { other: scheme };
  document.security = [{ other: [] }];
};

const bearer = { type: 'http', scheme: 'bearer' };
const queryKey = { type: 'apiKey', in: 'query', name: 'key' };

function ofService(endpoint: DriftKind['endpoint'], title: string, message: string, plant: DriftKind['plant']) {
  return { ...breaking, endpoint, title, kind: 'server-path', location: '', message, plant };
}

function ofSecurity(endpoint: DriftKind['endpoint'], title: string, required: string, plant: DriftKind['plant']) {
  const message = `The service requires ${required}, not a bearer token.`;
  return { ...breaking, endpoint, title, kind: 'security-scheme', location: '', message, plant };
}

/** Kinds of differences of servers, credentials and parameters. */
export const kindsOfServices: readonly DriftKind[] = [
  ofService(
    spaces.get,
    'servers under another prefix',
    'The service is at the path /api/v1, not at /v1.',
    (document) => {
      document.servers = [{ url: 'https://api.example.com/api' }];
    },
  ),
  ofService(spaces.get, 'a server of another version', 'The service is at the path /v2/v1, not at /v1.', (document) => {
    document.servers = [{ url: '/v2/' }];
  }),
  ofService(
    spaces.get,
    'a server without the version of paths without it',
    'The service is at the path /, not at /v1.',
    (document) => {
      document.servers = [{ url: 'https://api.example.com' }];
      document.paths = { [spaces.get.path.slice(3)]: entryOf(document, spaces.get) };
    },
  ),
  ofService(spaces.get, 'a variable of a server', 'The service is at the path /eu/v1, not at /v1.', (document) => {
    document.servers = [{ url: 'https://api.example.com/{region}', variables: { region: { default: 'eu' } } }];
  }),
  ofService(spaces.get, 'paths under another prefix', 'The service is at the path /api/v1, not at /v1.', (document) => {
    document.paths = { [`/api${spaces.get.path}`]: entryOf(document, spaces.get) };
  }),
  ofService(
    members.list,
    'servers of one operation',
    'The service is at the path /people/v1, not at /v1.',
    (document) => {
      operationIn(document, members.list).servers = [{ url: 'https://api.example.com/people' }];
    },
  ),
  ofService(members.list, 'servers of a path', 'The service is at the path /people/v1, not at /v1.', (document) => {
    Object.assign(entryOf(document, members.list), { servers: [{ url: '/people' }] });
  }),
  ofSecurity(
    spaces.get,
    'bearer to an API key in a header',
    'an API key in the header "X-Api-Key"',
    withScheme({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }),
  ),
  ofSecurity(
    spaces.get,
    'an API key in a cookie',
    'an API key in the cookie "session"',
    withScheme({ type: 'apiKey', in: 'cookie', name: 'session' }),
  ),
  ofSecurity(
    spaces.get,
    'HTTP Basic',
    'HTTP authentication of the scheme "basic"',
    withScheme({ type: 'http', scheme: 'basic' }),
  ),
  ofSecurity(spaces.get, 'a client certificate', 'a client certificate', withScheme({ type: 'mutualTLS' })),
  ofSecurity(teams.create, 'an API key beside the token', 'an API key in the query parameter "key"', (document) => {
    document.components.securitySchemes = { bearer, queryKey };
    document.security = [{ bearer: [], queryKey: [] }];
  }),
  ofSecurity(teams.create, 'security of one operation', 'an API key in the query parameter "key"', (document) => {
    document.components.securitySchemes = { bearer, queryKey };
    document.security = [{ bearer: [] }];
    operationIn(document, teams.create).security = [{ queryKey: [] }];
  }),
  {
    ...breaking,
    endpoint: spaces.get,
    title: 'a required cookie',
    kind: 'cookie-parameter-required-added',
    location: 'session',
    message: 'The cookie parameter session is new and required.',
    plant: (document) =>
      void operationIn(document, spaces.get).parameters?.push({ name: 'session', in: 'cookie', required: true }),
  },
  {
    ...breaking,
    endpoint: spaces.get,
    title: 'a required header of a path',
    kind: 'header-parameter-required-added',
    location: 'X-Tenant',
    message: 'The header parameter X-Tenant is new and required.',
    plant: (document) => {
      const parameters = [{ $ref: '#/components/parameters/Tenant', description: 'The tenant.', 'x-order': 1 }];
      const tenant: OpenApiParameter = { name: 'X-Tenant', in: 'header', required: true };
      document.components.parameters = { Tenant: tenant };
      Object.assign(entryOf(document, spaces.get), { parameters });
    },
  },
  {
    ...breaking,
    endpoint: spaces.get,
    title: 'the style of a path parameter',
    kind: 'path-parameter-serialization',
    location: 'spaceId',
    message: 'The path parameter spaceId is not written as plain text.',
    plant: inParameter(spaces.get, 'spaceId', { style: 'matrix' }),
  },
  {
    ...breaking,
    endpoint: spaces.get,
    title: 'a path parameter in JSON',
    kind: 'path-parameter-serialization',
    location: 'spaceId',
    message: 'The path parameter spaceId is not written as plain text.',
    plant: inParameter(spaces.get, 'spaceId', {
      schema: undefined,
      content: { 'application/json': { schema: { type: 'string' } } },
    }),
  },
  {
    ...breaking,
    endpoint: members.list,
    title: 'a query parameter in JSON',
    kind: 'query-parameter-serialization',
    location: 'search',
    message: 'The query parameter search is not written as plain text.',
    plant: inParameter(members.list, 'search', {
      schema: undefined,
      content: { 'application/json': { schema: { type: 'string' } } },
    }),
  },
  {
    ...breaking,
    endpoint: spaceComments.list,
    title: 'a list with spaces between its items',
    kind: 'query-parameter-serialization',
    location: 'authors',
    message: 'The query parameter authors does not take a list by repeating its name.',
    plant: inParameter(spaceComments.list, 'authors', { style: 'spaceDelimited' }),
  },
  {
    ...breaking,
    endpoint: spaceComments.list,
    title: 'a list with brackets in its name',
    kind: 'query-parameter-serialization',
    location: 'authors',
    message: 'The query parameter authors does not take a list by repeating its name.',
    plant: inParameter(spaceComments.list, 'authors', { name: 'authors[]' }),
  },
  {
    ...harmless,
    endpoint: changeRequests.list,
    title: 'a query parameter that takes a list',
    kind: 'query-parameter-list',
    location: 'contributor',
    message: 'The query parameter contributor takes a list.',
    plant: inParameter(changeRequests.list, 'contributor', { schema: { type: 'array', items: { type: 'string' } } }),
  },
  {
    ...harmless,
    endpoint: changeRequests.list,
    title: 'a deprecated query parameter',
    kind: 'query-parameter-deprecated',
    location: 'contributor',
    message: 'The query parameter contributor is deprecated.',
    plant: inParameter(changeRequests.list, 'contributor', { deprecated: true }),
  },
  ...kindsOfQueries(),
];

/** Kinds of differences of the values of query parameters. */
function kindsOfQueries(): DriftKind[] {
  const row = (
    title: string,
    endpoint: DriftKind['endpoint'],
    location: string,
    kind: string,
    what: string,
    plant: DriftKind['plant'],
  ) => ({ ...breaking, endpoint, title, kind: `query-parameter-${kind}`, location, message: what, plant });
  const limit = 'The query parameter limit';
  return [
    row(
      'maxItems of a query parameter',
      spaceComments.list,
      'authors',
      'limit-tightened',
      'The query parameter authors has the maximum number of items 5, not none.',
      inQuery(spaceComments.list, 'authors', { maxItems: 5 }),
    ),
    row(
      'the type of the items of a query parameter',
      spaceComments.list,
      'authors',
      'type',
      'An item of the query parameter authors has the type integer, not string.',
      inQuery(spaceComments.list, 'authors', { items: { type: 'integer' } }),
    ),
    row(
      'multipleOf of a number',
      siteSpaces.list,
      'limit',
      'limit-tightened',
      `${limit} has to be a multiple of 10.`,
      inQuery(siteSpaces.list, 'limit', { multipleOf: 10 }),
    ),
    row(
      'exclusiveMinimum as a number',
      shareLinks.list,
      'limit',
      'limit-tightened',
      `${limit} has the minimum 2, not 1.`,
      inQuery(shareLinks.list, 'limit', { exclusiveMinimum: 1 }),
    ),
    row(
      'exclusiveMaximum as a boolean',
      shareLinks.list,
      'limit',
      'limit-tightened',
      `${limit} has the maximum 999, not 1000.`,
      inQuery(shareLinks.list, 'limit', { exclusiveMaximum: true }),
    ),
    row(
      'the largest page',
      teams.list,
      'limit',
      'limit-tightened',
      `${limit} has the maximum 100, not 1000.`,
      inQuery(teams.list, 'limit', { maximum: 100 }),
    ),
    row(
      'the format of a query parameter',
      members.list,
      'search',
      'format',
      'The query parameter search has the format email, not any.',
      inQuery(members.list, 'search', { format: 'email' }),
    ),
    row(
      'the pattern of a query parameter',
      members.list,
      'search',
      'pattern',
      'The query parameter search has to match ^[a-z]+$.',
      inQuery(members.list, 'search', { pattern: '^[a-z]+$' }),
    ),
    row(
      'a query parameter with one value',
      members.list,
      'search',
      'values-closed',
      'The query parameter search takes only the values "all".',
      inQuery(members.list, 'search', { const: 'all' }),
    ),
    row(
      'a page token of another name',
      organizations.list,
      'page',
      'removed',
      'The query parameter page is removed.',
      (document) => {
        const parameter = parameterIn(document, organizations.list, 'page');
        const { parameters = [] } = operationIn(document, organizations.list);
        parameters.splice(parameters.indexOf(parameter), 1);
      },
    ),
  ];
}
