import type { Endpoint } from '../contract/endpoint.ts';

/** Sees the responses of the service when they have arrived, before their calls have a result. Its methods must not throw. */
export interface ResponseObserver {
  /** `value` is the parsed body of a success; undefined for any other response, and where the endpoint has no result. */
  onResponse(endpoint: Endpoint, status: number, value: unknown): void;
}
