import closeWithGrace from 'close-with-grace';

/**
 * Closes and exits at a signal, and at an error that nobody caught: with 0, or with 1 where there was an error or it took
 * longer than `timeoutMs`. Signals in `except` are left alone. Returns what does the same without a signal.
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

/** Says in one line why nobody can listen; `setting` is what a user sets to listen elsewhere. */
export function listenProblem(error: unknown, setting: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE'
    ? `The port is taken. Set ${setting} to another one, or to 0 for any free one.`
    : message;
}
