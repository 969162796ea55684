interface Output {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write(text: string): unknown;
}

/** What a command writes to: those of the process, or those of a test. */
export interface Streams {
  readonly stdout: Output;
  readonly stderr: Output;
}
