import type { z } from 'zod';
import { defaultLimits } from '../../engine/engine.ts';
import { duration, setting, size, wholeNumber } from './setting.ts';

const count = (max = 1_000_000_000) => wholeNumber(1, max);

const bytes = size(1024, 1_099_511_627_776);

/** A limit of single operations. */
const limit = (key: keyof typeof defaultLimits, description: string, schema: z.ZodType<number, string>) =>
  setting(String(defaultLimits[key]), description, schema);

/** What one request, and all requests together, may use. */
export const limitSettings = {
  maxBodyBytes: setting('1048576', 'Maximum size of a GraphQL request body, in bytes.', size(1024, 104_857_600)),
  maxTokens: limit('maxTokens', 'Maximum number of tokens in a document.', count()),
  maxDepth: limit('maxDepth', 'Maximum depth of the fields of an operation.', count(200)),
  maxFields: limit(
    'maxFields',
    'Maximum number of fields of an operation after its fragments are expanded.',
    count(1_000_000),
  ),
  maxAliases: limit('maxAliases', 'Maximum number of aliases in an operation.', count()),
  maxRootFields: limit('maxRootFields', 'Maximum number of root fields of an operation.', count()),
  maxMutations: limit('maxMutations', 'Maximum number of mutations in an operation.', count()),
  maxDirectives: limit('maxDirectives', 'Maximum number of directives in a document.', count()),
  maxOperations: limit('maxOperations', 'Maximum number of operations in a document.', count()),
  maxNodeIds: limit('maxNodeIds', 'Maximum number of ids in `nodes(ids:)`.', count()),
  maxJsonDepth: limit(
    'maxJsonDepth',
    'Maximum nesting of JSON in variables, in the document, and in REST responses.',
    count(1000),
  ),
  maxInputValues: limit(
    'maxInputValues',
    'Maximum number of values in the JSON of a request: texts, numbers, lists, objects.',
    count(),
  ),
  maxListPages: limit('maxListPages', 'Maximum number of pages that are read of one list for one field.', count()),
  maxCalls: setting(
    '1000',
    'Maximum number of REST calls for one request. Beyond it, fields are null with an error.',
    count(),
  ),
  maxPlannedCalls: limit(
    'maxPlannedCalls',
    'Maximum number of REST calls that a request may need in the worst case, checked before the first call; 0 turns it off.',
    wholeNumber(0, 1_000_000_000),
  ),
  maxRequestUpstreamBytes: setting(
    '67108864',
    'Maximum size of all REST responses that one request holds, in bytes. If unset, less where the heap is small.',
    bytes,
  ),
  maxUpstreamBytes: setting(
    '268435456',
    'Maximum size of all REST responses that the process holds at once, in bytes. If unset, less where the heap is small.',
    bytes,
  ),
  maxResponseBytes: limit(
    'maxResponseBytes',
    'Maximum size of a GraphQL response, in bytes. If unset, less where the heap is small.',
    size(1024, 536_870_912),
  ),
  maxWorkBytes: setting(
    '268435456',
    'Memory that large requests and their unread responses take together, in bytes as estimated; further ones wait. If unset, less where the heap is small.',
    bytes,
  ),
  maxPendingBodyBytes: setting(
    '67108864',
    'Maximum size of all request bodies that are being received, in bytes; further ones wait. If unset, less where the heap is small.',
    bytes,
  ),
  maxAddressRequests: setting(
    '1000',
    'Maximum number of requests in flight of one client address; further ones wait before their bodies are read. 0 turns it off.',
    wholeNumber(0, 1_000_000),
  ),
  maxAddressBodyBytes: setting(
    '16777216',
    'Maximum size of all larger request bodies (from 20 kB on) of one client address, in bytes; further ones wait before they are read. 0 turns it off.',
    size(0, 1_099_511_627_776),
  ),
  maxAddressCpu: setting(
    '500',
    'CPU time in each second for large requests and executions of one client address while other addresses have requests, in milliseconds; beyond it, its requests wait before their bodies are read. 0 turns it off.',
    duration(0, 1_000),
  ),
  maxCachedFields: setting(
    '50000',
    'Maximum number of compiled fields in each of the two generations of the operation cache; half as many in those for documents that the service has not answered. If unset, fewer where the heap is small.',
    count(),
  ),
  maxEventLoopDelay: setting(
    '1000',
    'Delay of the event loop above which new requests get status 503, in milliseconds; 0 turns it off.',
    duration(0, 600_000),
  ),
  maxHeapPercent: setting(
    '90',
    "Used part of Node's heap limit (`--max-old-space-size`) above which new requests get status 503, in percent; 0 turns it off.",
    wholeNumber(0, 100),
  ),
  maxConnections: setting(
    '10000',
    'Maximum number of client connections of one process. If unset, fewer where the process may open few descriptors.',
    count(1_000_000),
  ),
};
