import { type Endpoint, groupBy } from '../../engine/engine.ts';
import { dialect } from '../../resources/dialect.ts';
import type { FieldComparison } from './compare-fields.ts';
import { requestBody, responses } from './compare-messages.ts';
import { parameters } from './compare-parameters.ts';
import { breaking, type Change, type Finding, harmless, type Part } from './difference.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { DocumentOperation } from './openapi-operation.ts';
import { pathWithBase } from './openapi-server.ts';
import type { SchemaReader } from './schema-reader.ts';

/** What all operations of a document are compared with. */
export interface ComparisonContext {
  readonly reader: SchemaReader;
  readonly fields: FieldComparison;
  /** The path prefix of the service's base address: empty, or `/api`. */
  readonly prefix: string;
}

/** Compares all operations of a document with those of the contract: paths are the same if only their parameters' names differ. */
export function compareOperations(
  endpoints: readonly Endpoint[],
  document: OpenApiDocument,
  context: ComparisonContext,
): Finding[] {
  const found = operationsByAddress(document.operations, context.prefix + dialect.basePath);
  const expected = new Set(endpoints.map(addressOf));
  const removed = endpoints.filter((endpoint) => !found.has(addressOf(endpoint)));
  const added = document.operations.flatMap((operation) => {
    if (!expected.has(addressOf(operation))) return operation;
    const isCompared = found.get(addressOf(operation)) === operation;
    return isCompared ? [] : { ...operation, path: pathWithBase(operation) };
  });
  return [
    ...removed.map((endpoint) => ({ ...removedOperation(endpoint), ...placeOf(endpoint) })),
    ...added.map((operation) => addedOperation(operation)),
    ...endpoints.flatMap((endpoint) => {
      const other = found.get(addressOf(endpoint));
      return other === undefined ? [] : compareOperation(endpoint, other, context);
    }),
  ];
}

function placeOf(endpoint: Endpoint) {
  return { part: 'operation', location: '', endpoint, address: `${endpoint.method} ${endpoint.path}` };
}

function removedOperation({ method, path }: Endpoint): Change {
  return breaking('removed', `The operation ${method} ${path} is removed.`);
}

function addedOperation({ method, path }: DocumentOperation): Finding {
  const address = `${method} ${path}`;
  const change = harmless('added', `The operation ${address} is new.`);
  return { part: 'operation', ...change, location: '', endpoint: undefined, address };
}

function compareOperation(endpoint: Endpoint, document: DocumentOperation, context: ComparisonContext): Finding[] {
  const { reader, fields, prefix } = context;
  const parts = [
    ...deprecation(endpoint, document),
    ...server(endpoint, document, prefix),
    ...security(document),
    ...parameters(endpoint, document, reader),
    ...requestBody(endpoint, document, fields),
    ...responses(endpoint, document, fields),
  ];
  return parts.map((one) => ({ ...placeOf(endpoint), ...one }));
}

function deprecation({ deprecated }: Endpoint, { isDeprecated }: DocumentOperation): Part[] {
  const message = 'The operation is deprecated.';
  const isNew = isDeprecated && deprecated === undefined;
  return isNew ? [{ part: 'operation', location: '', ...harmless('deprecated', message) }] : [];
}

/** Servers are alternatives: one of them at the expected path is enough. */
function server({ contract }: Endpoint, { bases }: DocumentOperation, prefix: string): Part[] {
  const expected = prefix + contract.dialect.basePath;
  const [base] = bases;
  if (base === undefined || bases.includes(expected)) return [];
  const message = `The service is at the path ${base || '/'}, not at ${expected}.`;
  return [{ part: 'server', location: '', ...breaking('path', message) }];
}

function security({ otherCredentials }: DocumentOperation): Part[] {
  if (otherCredentials.length === 0) return [];
  const message = `The service requires ${otherCredentials.join(', or ')}, not a bearer token.`;
  return [{ part: 'security', location: '', ...breaking('scheme', message) }];
}

/** Method and path without the names of parameters: operations with the same address are the same. */
const addressOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/\{[^/]*\}/g, '{}').replace(/\/$/, '')}`;

/**
 * The operations of a document by their address. Of those that differ only in what is before the version, as `/v1/orgs` and
 * `/admin/v1/orgs`, it has the one at the expected base, else the one at the base that most operations have.
 */
function operationsByAddress(
  operations: readonly DocumentOperation[],
  expectedBase: string,
): Map<string, DocumentOperation> {
  const usualBase = mostFrequent(operations.flatMap(({ bases }) => bases.slice(0, 1)));
  return new Map(
    [...groupBy(operations, addressOf)].flatMap(([address, alternatives]) => {
      const chosen =
        alternatives.find(({ bases }) => bases.includes(expectedBase)) ??
        // It may be at any base.
        alternatives.find(({ bases }) => bases.length === 0) ??
        alternatives.find(({ bases }) => usualBase !== undefined && bases.includes(usualBase)) ??
        alternatives[0];
      return chosen === undefined ? [] : [[address, chosen] as const];
    }),
  );
}

/** The first one of those that are there most often. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const [usual] = [...groupBy(texts, (text) => text).values()].sort((a, b) => b.length - a.length);
  return usual?.[0];
}
