/** An error code of the API, as its page in the reference describes it. */
export interface ErrorCode {
  code: string;
  status: number;
  title: string;
  meaning: string;
  causes: readonly string[];
  remedy: string;
  /** The message of an example. */
  example: string;
}
