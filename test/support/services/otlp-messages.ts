import protobuf from 'protobufjs';

/** The messages of OTLP that traces need (opentelemetry-proto 1.7), independent of the code that writes them. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message ExportTraceServiceResponse { PartialSuccess partial_success = 1; }
  message PartialSuccess { int64 rejected_spans = 1; string error_message = 2; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
  message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }
  message ScopeSpans { Scope scope = 1; repeated Span spans = 2; string schema_url = 3; }
  message Scope { string name = 1; string version = 2; }
  message Span {
    bytes trace_id = 1;
    bytes span_id = 2;
    string trace_state = 3;
    bytes parent_span_id = 4;
    string name = 5;
    int32 kind = 6;
    fixed64 start_time_unix_nano = 7;
    fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9;
    uint32 dropped_attributes_count = 10;
    repeated Event events = 11;
    uint32 dropped_events_count = 12;
    uint32 dropped_links_count = 14;
    Status status = 15;
    fixed32 flags = 16;
  }
  message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; uint32 dropped_attributes_count = 4; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`);

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span as a receiver reads it. Ids are hexadecimal digits, times nanoseconds since 1970. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  state: string;
  name: string;
  kind: number;
  startedAt: bigint;
  endedAt: bigint;
  attributes: Attributes;
  events: { name: string; at: bigint; attributes: Attributes }[];
  /** 0 for unset, 2 for an error. */
  status: number;
  flags: number;
}

export interface ReceivedBatch {
  resource: Attributes;
  scope: { name: string; version: string };
  spans: ReceivedSpan[];
}

interface KeyValue {
  key: string;
  value: Record<string, string | number | boolean>;
}

interface SpanMessage {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  traceState: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  events: { name: string; timeUnixNano: string; attributes: KeyValue[] }[];
  status: { code: number } | null;
  flags: number;
}

interface RequestMessage {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { scope: { name: string; version: string }; spans: SpanMessage[] }[];
  }[];
}

/** An `ExportTraceServiceResponse` of a receiver that does not take so many spans. */
export function encodePartialSuccess(rejectedSpans: number, errorMessage: string): Uint8Array {
  const type = root.lookupType('ExportTraceServiceResponse');
  return type.encode(type.create({ partialSuccess: { rejectedSpans, errorMessage } })).finish();
}

/** Decodes an `ExportTraceServiceRequest`. Throws where the bytes are not one. */
export function decodeTraces(bytes: Uint8Array): ReceivedBatch[] {
  const type = root.lookupType('ExportTraceServiceRequest');
  const message = type.toObject(type.decode(bytes), { longs: String, bytes: String, defaults: true }) as RequestMessage;
  return message.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.map(({ scope, spans }) => ({
      resource: plain(resource.attributes),
      scope,
      spans: spans.map(received),
    })),
  );
}

function received(span: SpanMessage): ReceivedSpan {
  return {
    traceId: hexOf(span.traceId),
    spanId: hexOf(span.spanId),
    parentId: hexOf(span.parentSpanId),
    state: span.traceState,
    name: span.name,
    kind: span.kind,
    startedAt: BigInt(span.startTimeUnixNano),
    endedAt: BigInt(span.endTimeUnixNano),
    attributes: plain(span.attributes),
    events: span.events.map(({ name, timeUnixNano, attributes }) => ({
      name,
      at: BigInt(timeUnixNano),
      attributes: plain(attributes),
    })),
    status: span.status?.code ?? 0,
    flags: span.flags,
  };
}

function plain(attributes: readonly KeyValue[]): Attributes {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]));
}

function plainValue(value: Record<string, string | number | boolean>): string | number | boolean {
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? '';
}

function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}
