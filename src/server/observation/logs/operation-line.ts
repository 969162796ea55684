import type { GraphQLFormattedError, OperationDefinitionNode } from 'graphql';
import { roundedMsText, roundMs } from '../../../engine/engine.ts';
import { codeOf } from '../../request/error-code.ts';
import type { RequestState } from '../../request/request-state.ts';
import type { RequestEnd } from '../observer.ts';
import { plannedCallsOf } from '../planned-calls.ts';

/** Maximum length of a name that a client chooses, in characters. */
const maxLength = 100;

/** Errors of one operation whose codes are logged: a document chooses how many it has. */
const maxErrors = 20;

/**
 * What a log line tells of an operation. Properties without a value are undefined, which pino leaves out: an object that always
 * has the same properties is made in a fraction of the time.
 */
export function operationLine(state: RequestState, { status, ms, outcome }: RequestEnd, address?: string) {
  const { observed, result, statistics } = state;
  const { id, trace, client } = observed;
  const { made, cached, stale, revalidated, retried, slowest, slowestMs } = statistics;
  const errors = result?.errors;
  return {
    requestId: id,
    traceId: trace?.traceId,
    client: client.name ?? undefined,
    clientVersion: client.version ?? undefined,
    address,
    ...operationPart(state),
    ms: roundMs(ms),
    status,
    outcome,
    calls: made,
    cached: cached === 0 ? undefined : cached,
    stale: stale === 0 ? undefined : stale,
    revalidated: revalidated === 0 ? undefined : revalidated,
    planned: plannedCallsOf(state),
    slowest: slowest?.id,
    slowestMs: slowest && roundMs(slowestMs),
    retries: retried === 0 ? undefined : retried,
    shared: state.isShared || undefined,
    kept: state.isKept || undefined,
    ...(errors && errorsOf(errors)),
  };
}

/** What a log line tells of an operation that is the same for all requests for it. */
function operationPart({ operation, hash }: RequestState) {
  return {
    operation: operation?.name?.value.slice(0, maxLength) ?? null,
    kind: operation?.operation ?? null,
    hash,
  };
}

/** What a log line tells of the errors of an operation. */
function errorsOf(errors: readonly GraphQLFormattedError[]) {
  return { errors: codesOf(errors), errorCount: errors.length > maxErrors ? errors.length : undefined };
}

/** Codes are constants, but plugins and resolvers of an embedder may have longer ones. */
function codesOf(errors: readonly GraphQLFormattedError[]): string[] {
  return errors.slice(0, maxErrors).map((error) => codeOf(error).slice(0, maxLength));
}

/** The part of a line that is the same for all requests for an operation; an operation has one hash where it has one. */
const operationTexts = new WeakMap<OperationDefinitionNode, string>();

/**
 * The JSON of `operationLine` without its braces, byte for byte, in less than half of the time: most of it is the same for
 * all requests for an operation, and ids and codes need no escapes.
 */
export function operationText(state: RequestState, { status, ms, outcome }: RequestEnd, address?: string): string {
  const { observed, result, statistics } = state;
  const plannedCalls = plannedCallsOf(state);
  const { id, trace, client } = observed;
  let text = `"requestId":"${id}"`;
  if (trace !== undefined) text += `,"traceId":"${trace.traceId}"`;
  if (client.name !== null) text += `,"client":${JSON.stringify(client.name)}`;
  if (client.version !== null) text += `,"clientVersion":${JSON.stringify(client.version)}`;
  if (address !== undefined) text += `,"address":"${address}"`;
  text += `,${operationTextOf(state)},"ms":${roundedMsText(ms)},"status":${status},"outcome":"${outcome}"`;
  text += `,"calls":${statistics.made}`;
  if (statistics.cached > 0) text += `,"cached":${statistics.cached}`;
  if (statistics.stale > 0) text += `,"stale":${statistics.stale}`;
  if (statistics.revalidated > 0) text += `,"revalidated":${statistics.revalidated}`;
  if (plannedCalls !== undefined) text += `,"planned":${plannedCalls}`;
  if (statistics.slowest !== undefined)
    text += `,"slowest":"${statistics.slowest.id}","slowestMs":${roundedMsText(statistics.slowestMs)}`;
  if (statistics.retried > 0) text += `,"retries":${statistics.retried}`;
  if (state.isShared) text += ',"shared":true';
  if (state.isKept) text += ',"kept":true';
  return result?.errors === undefined ? text : `${text},${propertiesOf(errorsOf(result.errors))}`;
}

function operationTextOf(state: RequestState): string {
  const { operation, hash } = state;
  const known = operation && operationTexts.get(operation);
  if (known !== undefined) return known;
  const text = propertiesOf(operationPart(state));
  if (operation !== undefined && hash !== undefined) operationTexts.set(operation, text);
  return text;
}

function propertiesOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}
