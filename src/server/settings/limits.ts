import { defaultLimits } from '../../engine/engine.ts';
import { duration, setting, size, wholeNumber } from './setting.ts';

const count = (max = 1_000_000_000) => wholeNumber(1, max);

const bytes = size(1024, 1_099_511_627_776);

/** What one request, and all requests together, may use. */
export const limitSettings = {
  maxBodyBytes: setting(
    'MAX_BODY_BYTES',
    '1048576',
    'Maximum size of a GraphQL request body, in bytes.',
    size(1024, 104_857_600),
  ),
  maxTokens: setting('MAX_TOKENS', String(defaultLimits.maxTokens), 'Maximum number of tokens in a document.', count()),
  maxDepth: setting(
    'MAX_DEPTH',
    String(defaultLimits.maxDepth),
    'Maximum depth of the fields of an operation.',
    count(200),
  ),
  maxFields: setting(
    'MAX_FIELDS',
    String(defaultLimits.maxFields),
    'Maximum number of fields of an operation after its fragments are expanded.',
    count(1_000_000),
  ),
  maxAliases: setting(
    'MAX_ALIASES',
    String(defaultLimits.maxAliases),
    'Maximum number of aliases in an operation.',
    count(),
  ),
  maxRootFields: setting(
    'MAX_ROOT_FIELDS',
    String(defaultLimits.maxRootFields),
    'Maximum number of root fields of an operation.',
    count(),
  ),
  maxMutations: setting(
    'MAX_MUTATIONS',
    String(defaultLimits.maxMutations),
    'Maximum number of mutations in an operation.',
    count(),
  ),
  maxDirectives: setting(
    'MAX_DIRECTIVES',
    String(defaultLimits.maxDirectives),
    'Maximum number of directives in a document.',
    count(),
  ),
  maxOperations: setting(
    'MAX_OPERATIONS',
    String(defaultLimits.maxOperations),
    'Maximum number of operations in a document.',
    count(),
  ),
  maxNodeIds: setting(
    'MAX_NODE_IDS',
    String(defaultLimits.maxNodeIds),
    'Maximum number of ids in `nodes(ids:)`.',
    count(),
  ),
  maxJsonDepth: setting(
    'MAX_JSON_DEPTH',
    String(defaultLimits.maxJsonDepth),
    'Maximum nesting of JSON in variables, in the document, and in REST responses.',
    count(1000),
  ),
  maxInputValues: setting(
    'MAX_INPUT_VALUES',
    String(defaultLimits.maxInputValues),
    'Maximum number of values in the JSON of a request: texts, numbers, lists, objects.',
    count(),
  ),
  maxListPages: setting(
    'MAX_LIST_PAGES',
    String(defaultLimits.maxListPages),
    'Maximum number of pages that are read of one list for one field.',
    count(),
  ),
  maxCalls: setting(
    'MAX_CALLS',
    '1000',
    'Maximum number of REST calls for one request. Beyond it, fields are null with an error.',
    count(),
  ),
  maxPlannedCalls: setting(
    'MAX_PLANNED_CALLS',
    String(defaultLimits.maxPlannedCalls),
    'Maximum number of REST calls that a request may need in the worst case, checked before the first call; 0 turns it off.',
    wholeNumber(0, 1_000_000_000),
  ),
  maxRequestUpstreamBytes: setting(
    'MAX_REQUEST_UPSTREAM_BYTES',
    '67108864',
    'Maximum size of all REST responses that one request holds, in bytes. If unset, less where the heap is small.',
    bytes,
  ),
  maxUpstreamBytes: setting(
    'MAX_UPSTREAM_BYTES',
    '268435456',
    'Maximum size of all REST responses that the process holds at once, in bytes. If unset, less where the heap is small.',
    bytes,
  ),
  maxResponseBytes: setting(
    'MAX_RESPONSE_BYTES',
    String(defaultLimits.maxResponseBytes),
    'Maximum size of a GraphQL response, in bytes. If unset, less where the heap is small.',
    size(1024, 536_870_912),
  ),
  maxWorkBytes: setting(
    'MAX_WORK_BYTES',
    '268435456',
    'Memory that large requests and their unread responses take together, in bytes as estimated; further ones wait. If unset, less where the heap is small.',
    bytes,
  ),
  maxPendingBodyBytes: setting(
    'MAX_PENDING_BODY_BYTES',
    '67108864',
    'Maximum size of all request bodies that are being received, in bytes; further ones wait. If unset, less where the heap is small.',
    bytes,
  ),
  maxAddressRequests: setting(
    'MAX_ADDRESS_REQUESTS',
    '1000',
    'Maximum number of requests in flight of one client address; further ones wait before their bodies are read. 0 turns it off.',
    wholeNumber(0, 1_000_000),
  ),
  maxAddressBodyBytes: setting(
    'MAX_ADDRESS_BODY_BYTES',
    '16777216',
    'Maximum size of all larger request bodies (from 20 kB on) of one client address, in bytes; further ones wait before they are read. 0 turns it off.',
    size(0, 1_099_511_627_776),
  ),
  maxAddressCpu: setting(
    'MAX_ADDRESS_CPU',
    '500',
    'CPU time in each second for large requests and executions of one client address while other addresses have requests, in milliseconds; beyond it, its requests wait before their bodies are read. 0 turns it off.',
    duration(0, 1_000),
  ),
  maxCachedFields: setting(
    'MAX_CACHED_FIELDS',
    '50000',
    'Maximum number of compiled fields in each of the two generations of the operation cache. If unset, fewer where the heap is small.',
    count(),
  ),
  maxEventLoopDelay: setting(
    'MAX_EVENT_LOOP_DELAY',
    '1000',
    'Delay of the event loop above which new requests get status 503, in milliseconds; 0 turns it off.',
    duration(0, 600_000),
  ),
  maxHeapPercent: setting(
    'MAX_HEAP_PERCENT',
    '90',
    "Used part of Node's heap limit above which new requests get status 503, in percent; 0 turns it off.",
    wholeNumber(0, 100),
  ),
  maxConnections: setting(
    'MAX_CONNECTIONS',
    '10000',
    'Maximum number of client connections of one process. If unset, fewer where the process may open few descriptors.',
    count(1_000_000),
  ),
};
