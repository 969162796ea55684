import closeWithGrace from 'close-with-grace';

/**
 * Closes and exits on a signal, and on an uncaught error: with code 0, or with 1 after an error or when closing takes
 * longer than `timeoutMs`. Signals in `except` are not handled. Returns a function that does the same without a signal.
 */
export function stopGracefully(
  timeoutMs: number,
  close: () => Promise<void>,
  except: closeWithGrace.AllEvents[] = [],
): () => void {
  const options = { delay: Math.max(timeoutMs, 1), logger: false as const, skip: except };
  const grace = closeWithGrace(options, async ({ err }) => {
    if (err) console.error(err);
    await close();
  });
  return grace.close;
}

/** One line on why the gateway cannot listen; `setting` is what a user sets to listen elsewhere. */
export function listenProblem(error: unknown, setting: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE'
    ? `The port is taken. Set ${setting} to another one, or to 0 for any free one.`
    : message;
}
