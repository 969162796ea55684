/** Rejects with `createError()` where a promise does not settle in time. Its later rejection is ignored. */
export async function withTimeout<Value>(
  value: PromiseLike<Value>,
  timeoutMs: number,
  createError: () => Error,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), timeoutMs);
  });
  try {
    return await Promise.race([value, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
