/** Runs once when the server starts: a wrong setting is logged then, and all requests get status 500. */
export async function register(): Promise<void> {
  // Next.js also compiles this file for its edge runtime, where docgraph does not run.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { gateway } = await import('./lib/gateway');
  const { sessionOptions } = await import('./lib/session');
  sessionOptions();
  await gateway();
}
