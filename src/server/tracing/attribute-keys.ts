import { AttributeKey } from './otlp-attributes.ts';

/** Attributes of spans: those of the semantic conventions where they exist, and of this gateway. */
export const keys = {
  method: new AttributeKey('http.request.method'),
  status: new AttributeKey('http.response.status_code'),
  route: new AttributeKey('http.route'),
  urlTemplate: new AttributeKey('url.template'),
  serverAddress: new AttributeKey('server.address'),
  serverPort: new AttributeKey('server.port'),
  resendCount: new AttributeKey('http.request.resend_count'),
  errorType: new AttributeKey('error.type'),
  operationName: new AttributeKey('graphql.operation.name'),
  operationType: new AttributeKey('graphql.operation.type'),
  operationHash: new AttributeKey('docgraph.operation.hash'),
  operationCached: new AttributeKey('docgraph.operation.cached'),
  requestId: new AttributeKey('docgraph.request.id'),
  clientName: new AttributeKey('docgraph.client.name'),
  clientVersion: new AttributeKey('docgraph.client.version'),
  calls: new AttributeKey('docgraph.calls'),
  plannedCalls: new AttributeKey('docgraph.calls.planned'),
  sharedExecution: new AttributeKey('docgraph.execution.shared'),
  restOperation: new AttributeKey('docgraph.rest.operation'),
  shared: new AttributeKey('docgraph.call.shared'),
  batched: new AttributeKey('docgraph.call.batched'),
  delay: new AttributeKey('docgraph.retry.delay_ms'),
};
