export type { CachedResponse } from './cache/cached-response.ts';
export type { Clock } from './cache/clock.ts';
export type { InvalidRecord, InvalidRecords } from './cache/invalid-record.ts';
export { type KeptTimes, keptMsOf } from './cache/kept-time.ts';
export type * from './cache/remote-store.ts';
export type { CacheUsage, ResponseCacheOptions, SharedCacheOptions } from './cache/response-cache.ts';
export type { ResultCache } from './cache/result-cache.ts';
export { ResultSources } from './cache/result-sources.ts';
export { compileFully } from './compile/compile.ts';
export type { CompiledOperation } from './compile/compiled-operation.ts';
export { type Endpoint, type ListEndpoint, type Page, pathParams, queryParams } from './contract/endpoint.ts';
export { type Entity, type Key, keyIn, readsOf } from './contract/entity.ts';
export { groupBy } from './contract/group-by.ts';
export { isJsonObject, type JsonObject } from './contract/json.ts';
export { memoize } from './contract/memoize.ts';
export { segmentProblem } from './contract/path-segment.ts';
export { ConversionError } from './conversion/conversion-error.ts';
export type { ConvertedOperation } from './conversion/converted-operation.ts';
export { curlOf } from './conversion/curl.ts';
export { maxTextLength, parseCopied } from './conversion/rest-text.ts';
export type { OperationText } from './conversion/rest-writes.ts';
export type { Context } from './data/context.ts';
export { PaginationGuard } from './data/pagination-guard.ts';
export { lastOf, Reference } from './data/reference.ts';
export { canonicalVariables } from './document/canonical-variables.ts';
export { defaultLimits, type OperationLimits } from './document/default-limits.ts';
export { documentFacts, type Variables } from './document/document-facts.ts';
export { isNamed } from './document/is-named.ts';
export { holdsMoreValues, jsonSizeOf } from './document/json-size.ts';
export { weigh } from './document/json-weight.ts';
export { isDeeperThan, responseTooLarge, tooManyValues, tooNested } from './document/limits.ts';
export { missingRootTypes, unsupportedOperation, validationOf } from './document/validation.ts';
export { AwaitedField } from './execute/awaited-value.ts';
export { type CompletedResult, isPromise, promiseOf } from './execute/completion.ts';
export type { OperationContext } from './execute/context.ts';
export { type ErrorBehavior, isErrorBehavior } from './execute/error-behavior.ts';
export { FieldError } from './execute/field-error.ts';
export { placeOfNodes } from './execute/source-locations.ts';
export { isScalarValue } from './fields/contract-checks.ts';
export { definitionOf } from './fields/field-definitions.ts';
export type { FieldKind } from './fields/field-kind.ts';
export type { SampleSource } from './fields/sample-source.ts';
export { arrivalOf } from './http/arrival.ts';
export { unknownEncoding } from './http/attempt-failure.ts';
export type { ResponsePath } from './http/call-origin.ts';
export type { CallRecord } from './http/call-record.ts';
export { CallStatistics } from './http/call-statistics.ts';
export { Cancellation } from './http/cancellation.ts';
export type { Caller, LoggedCall } from './http/client.ts';
export type { Client } from './http/client-usage.ts';
export { connectorOf, type UpstreamRoute } from './http/connection/route.ts';
export type { AddressUsage } from './http/connection/service-address.ts';
export type { Credentials } from './http/credentials.ts';
export { DecompressionError, decompress, isKnownEncoding, tooLarge } from './http/decompress.ts';
export {
  badUserInput,
  contractBroken,
  type ErrorCode,
  GatewayError,
  isDescribedFailure,
  quoted,
} from './http/errors.ts';
export { InFlightMap } from './http/in-flight-map.ts';
export { nowAndLater } from './http/late-invalidations.ts';
export { LineInterval } from './http/line-interval.ts';
export type { CallHeaderSource, CallObserver, CallRetry, ObservedCall } from './http/observed-call.ts';
export { parseBody } from './http/parse-body.ts';
export { RecentMap } from './http/recent-map.ts';
export { minSecretLength, redact } from './http/redaction.ts';
export { retryAfterOf } from './http/response.ts';
export type { ResponseObserver } from './http/response-observer.ts';
export { roundedMsText, roundMs } from './http/round-ms.ts';
export { Upstream } from './http/upstream.ts';
export { codeOf } from './http/upstream-failures.ts';
export type { UpstreamLimits } from './http/upstream-options.ts';
export { urlOf } from './http/url.ts';
export { Memory } from './memory/memory.ts';
export type { MemoryClaim } from './memory/memory-claim.ts';
export type { UnreadResponse } from './memory/unread-response.ts';
export { placedCalls, wasMade } from './plan/call-levels.ts';
export type { Plan, PlannedCall } from './plan/call-tree.ts';
export { connectionFrom, type Items } from './relay/connection.ts';
export { decodeId, globalId } from './relay/global-id.ts';
export { printSdl, type SdlForm } from './sdl/print-sdl.ts';
export { checkValue, type ValueDepartureKind, type ValueVisitor } from './shapes/check-value.ts';
export { intersect, join } from './shapes/combine-shapes.ts';
export { contractShape, coreOf } from './shapes/contract-shape.ts';
export { MixedLists } from './shapes/mixed-lists.ts';
export {
  anything,
  type Conditions,
  includesTypes,
  isNullable,
  type JsonType,
  type Limits,
  type Shape,
  typesOf,
} from './shapes/shape.ts';
export { isTurnOver, runAtOnce, runInTurns } from './turns/event-loop-turn.ts';
export type { TurnOwner } from './turns/turn-owner.ts';
