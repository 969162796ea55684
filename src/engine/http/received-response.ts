import type { RawHeaders } from './raw-headers.ts';

/** A complete response, decompressed and not parsed yet. */
export interface ReceivedResponse {
  readonly status: number;
  readonly responseHeaders: RawHeaders;
  /** Undefined if the response has no body. */
  readonly responseBody: Buffer | undefined;
}
