/** A `fetch` for clients that have no `onError` of their own: it adds the property to the body of their requests. */
export function withOnError(onError: 'PROPAGATE' | 'NULL' | 'HALT', fetch = globalThis.fetch): typeof fetch {
  return (input, init) => {
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    return fetch(input, { ...init, body: JSON.stringify({ ...body, onError }) });
  };
}
