import { query } from '../gateways/embedded-gateway.ts';
import { byPath, json, never } from '../upstreams/fault-upstream.ts';
import { acme, clientFault, found, of, persisted, post, type Row, refused, two } from './requests.ts';

export const clientFaults: Row[] = [
  { name: 'an invalid document', ...clientFault, send: post(of('{ nothing }')), errors: ['GRAPHQL_VALIDATION_FAILED'] },
  { name: 'a document that is no GraphQL', ...clientFault, send: post(of('{ ')), errors: ['GRAPHQL_PARSE_FAILED'] },
  {
    name: 'invalid variables',
    ...clientFault,
    send: post(of('query ($id: ID!) { node(id: $id) { id } }')),
    errors: ['BAD_USER_INPUT'],
  },
  { name: 'an invalid id', ...clientFault, send: post(of('{ node(id: "a") { id } }')), errors: ['BAD_USER_INPUT'] },
  {
    name: 'an unknown name of an operation',
    ...clientFault,
    status: 400,
    send: post(of('query A { __typename }', { operationName: 'B' })),
    errors: ['OPERATION_RESOLUTION_FAILURE'],
  },
  {
    name: 'an unknown persisted query',
    ...clientFault,
    send: post(persisted()),
    errors: ['PERSISTED_QUERY_NOT_FOUND'],
  },
  {
    name: 'a record that does not exist',
    ...clientFault,
    send: post(of('{ organization(id: "x") { title } }')),
    errors: ['NOT_FOUND'],
    calls: ['404'],
  },
  {
    name: 'a token that the service rejects',
    ...clientFault,
    reply: json({}, 401),
    send: post(of(query)),
    errors: ['UNAUTHENTICATED'],
    calls: ['401'],
  },
  {
    name: 'an error that ends the other calls',
    ...clientFault,
    reply: byPath({ '/v1/orgs/a': never }),
    send: post({ ...two, onError: 'HALT' }),
    errors: ['NOT_FOUND'],
    calls: ['404', 'cancelled'],
  },
  { name: 'no document', outcome: 'client_fault', status: 400, send: post({}), reason: 'BAD_REQUEST' },
  { name: 'a body that is no JSON', outcome: 'client_fault', status: 400, send: post('{'), reason: 'MALFORMED_JSON' },
  { name: 'a list of requests', outcome: 'client_fault', status: 400, send: post([of(query)]), reason: 'BATCH' },
  {
    name: 'an unknown method',
    outcome: 'client_fault',
    status: 405,
    send: post('', { method: 'PROPFIND' }),
    reason: 'METHOD_NOT_ALLOWED',
  },
  {
    name: 'an unknown address',
    outcome: 'client_fault',
    status: 404,
    send: ({ url }) => fetch(`${url}/none`),
    reason: 'NOT_FOUND',
  },
  {
    name: 'credentials that are rejected',
    outcome: 'client_fault',
    status: 401,
    options: {
      authenticate: () => {
        throw new Error('No session.');
      },
    },
    send: post(of(query)),
    reason: 'UNAUTHENTICATED',
  },
  {
    name: 'a document that is not trusted',
    outcome: 'client_fault',
    status: 400,
    options: { trustedDocuments: { mode: 'enforce', documents: { T: `query T ${query}` } } },
    send: post(of(query)),
    reason: 'UNKNOWN_DOCUMENT',
    counts: { 'docgraph_unknown_documents_total{result="rejected"}': 1 },
  },
];

export const limits: Row[] = [
  {
    name: 'a document beyond a limit',
    ...refused,
    settings: { MAX_ALIASES: '1' },
    send: post(two),
    errors: ['OPERATION_TOO_EXPENSIVE'],
  },
  {
    name: 'a plan beyond a limit',
    ...refused,
    settings: { MAX_PLANNED_CALLS: '1' },
    send: post(two),
    errors: ['OPERATION_TOO_EXPENSIVE'],
  },
  {
    name: 'more calls than a request may make',
    ...refused,
    settings: { MAX_CALLS: '1' },
    reply: acme,
    send: post(two),
    errors: ['OPERATION_TOO_EXPENSIVE'],
    calls: ['200'],
  },
  {
    name: 'a response that is too large',
    ...refused,
    settings: { MAX_RESPONSE_BYTES: '1024' },
    reply: json({ ...found, title: 'x'.repeat(2000) }),
    send: post(of(query)),
    errors: ['OPERATION_TOO_EXPENSIVE'],
    calls: ['200'],
  },
  {
    name: 'a rate limit of the service',
    ...refused,
    reply: json({}, 429),
    send: post(of(query)),
    errors: ['RATE_LIMITED'],
    calls: ['429'],
  },
  {
    name: 'a rate limit',
    outcome: 'refused',
    status: 429,
    settings: { RATE_LIMIT_REQUESTS: '1' },
    before: post(of(query)),
    send: post(of(query)),
    reason: 'RATE_LIMIT_REQUESTS',
  },
  {
    name: 'a body that is too large',
    outcome: 'refused',
    status: 413,
    settings: { MAX_BODY_BYTES: '4096' },
    send: post('x'.repeat(5000)),
    reason: 'BODY_TOO_LARGE',
  },
];
