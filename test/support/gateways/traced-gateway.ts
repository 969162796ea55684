import type { ReceivedSpan } from '../services/otlp-messages.ts';
import type { OtlpReceiver } from '../services/otlp-receiver.ts';
import { startGateway, type TestGateway } from './gateway.ts';

type Headers = Readonly<Record<string, string>>;

export interface TracedGateway extends TestGateway {
  /** Posts a request, or a body as it is; resolves to the id that the response gives it. */
  send(body: object | string, headers?: Headers): Promise<string>;
  /** The same, with the spans of the request, as soon as so many have arrived. */
  traced(body: object | string, headers: Headers, count: number): Promise<{ spans: ReceivedSpan[]; requestId: string }>;
}

/** A gateway that exports its traces to the receiver, at once. */
export async function startTracedGateway(
  upstream: string,
  receiver: OtlpReceiver,
  environment: Record<string, string> = {},
): Promise<TracedGateway> {
  const gateway = await startGateway(upstream, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '10',
    ...environment,
  });
  const send = async (body: object | string, headers: Headers = {}) => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    await response.text();
    return response.headers.get('x-request-id') ?? '';
  };
  const traced = async (body: object | string, headers: Headers, count: number) => {
    const requestId = await send(body, headers);
    return { requestId, spans: await spansOf(receiver, requestId, count) };
  };
  return { ...gateway, send, traced };
}

/** The spans in the trace of a request, from its own span on. */
async function spansOf(receiver: OtlpReceiver, requestId: string, count: number): Promise<ReceivedSpan[]> {
  for (;;) {
    const spans = receiver.spans();
    const request = spans.find(({ attributes }) => attributes['docgraph.request.id'] === requestId);
    const found = spans.filter(({ spanId, parentId }) => [spanId, parentId].includes(request?.spanId ?? ''));
    if (request !== undefined && found.length >= count) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
