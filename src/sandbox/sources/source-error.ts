/** Why a source could not be read. The contract shows `FETCH_TIMEOUT`, and leaves the other codes open. */
export const sourceErrorCodes = [
  'FETCH_FORBIDDEN',
  'FETCH_TIMEOUT',
  'FETCH_FAILED',
  'FETCH_TOO_LARGE',
  'PARSE_FAILED',
  'INVALID_SPECIFICATION',
] as const;

export type SourceErrorCode = (typeof sourceErrorCodes)[number];

export class SourceError extends Error {
  readonly code: SourceErrorCode;

  constructor(code: SourceErrorCode) {
    super(code);
    this.code = code;
  }
}
