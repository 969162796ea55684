import { type RequestHeaders, textOf } from '../../http/headers.ts';

/** Where a request comes from (https://www.w3.org/TR/trace-context/). Ids are hexadecimal digits. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  /** The `tracestate`; empty where there is none. */
  readonly state: string;
}

const form = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/** Longer ones are dropped, as the specification allows. */
export const maxStateLength = 512;
const stateForm = /^[\x20-\x7e]*$/;

/** The trace that a request belongs to; undefined where it has none, or a malformed `traceparent`. */
export function traceParentOf(headers: RequestHeaders): TraceParent | undefined {
  const { traceparent } = headers;
  if (typeof traceparent !== 'string' || traceparent.length > maxStateLength) return undefined;
  const [, traceId, spanId, flags = '00'] = form.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  // Version 00 has nothing after the flags; later versions may.
  if (traceparent.startsWith('00') && traceparent.length !== 55) return undefined;
  const state = textOf(headers.tracestate);
  const isUsable = state.length <= maxStateLength && stateForm.test(state);
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1, state: isUsable ? state : '' };
}
