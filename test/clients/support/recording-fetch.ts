/** A request that a client sent. */
export interface SentRequest {
  method: string;
  operationName: string;
  variables: Record<string, unknown>;
}

export interface RecordingFetch {
  fetch: typeof fetch;
  /** All requests so far, oldest first. */
  requests: SentRequest[];
}

/** A `fetch` that keeps the operations that clients send with it. */
export function recordingFetch(): RecordingFetch {
  const requests: SentRequest[] = [];
  return {
    requests,
    fetch: (input, init) => {
      requests.push({ method: init?.method ?? 'GET', ...operationOf(input, init) });
      return fetch(input, init);
    },
  };
}

function operationOf(input: RequestInfo | URL, init: RequestInit | undefined): Omit<SentRequest, 'method'> {
  const query = new URL(input instanceof Request ? input.url : input).searchParams;
  const body = JSON.parse(String(init?.body ?? '{}')) as {
    operationName?: string;
    variables?: Record<string, unknown>;
  };
  return {
    operationName: body.operationName ?? query.get('operationName') ?? '',
    variables: body.variables ?? (JSON.parse(query.get('variables') ?? '{}') as Record<string, unknown>),
  };
}
