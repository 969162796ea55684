/**
 * Starts something, and settles as its promise does; rejects with `createError()` where nothing is left that could settle it. Node would
 * end the process then, as if it had succeeded.
 */
export async function unlessStuck<Value>(start: () => Promise<Value>, createError: () => Error): Promise<Value> {
  let onEmptyLoop = () => {};
  const stuck = new Promise<never>((_, reject) => {
    onEmptyLoop = () => void setImmediate(() => reject(createError()));
  });
  // The innermost call is the first one that rejects, so that its error is the one that counts.
  process.prependListener('beforeExit', onEmptyLoop);
  try {
    return await Promise.race([start(), stuck]);
  } finally {
    process.off('beforeExit', onEmptyLoop);
  }
}
