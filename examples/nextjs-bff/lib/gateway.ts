import { createGateway, type Gateway, readSettings } from 'docgraph';
import { pino } from 'pino';
import { currentSession } from './session';

declare global {
  // Next.js loads this module once for pages and once for route handlers, and again after changes in development.
  var docgraphGateway: Promise<Gateway> | undefined;
}

/** The one gateway of this process. It is created with the first request, so that a build needs no settings. */
export function gateway(): Promise<Gateway> {
  globalThis.docgraphGateway ??= startGateway();
  return globalThis.docgraphGateway;
}

function startGateway(): Promise<Gateway> {
  const settings = readSettings(process.env);
  return createGateway({
    settings,
    logger: pino({ level: settings.logLevel }),
    authenticate: async () => {
      const { userId, token } = await currentSession();
      if (userId === undefined || token === undefined) throw new Error('Not signed in.');
      return { authorization: `Bearer ${token}`, identity: userId, userId };
    },
  });
}

/** Whether the setting `EXPLAIN` allows explain; in production, that is only where it says so. */
export function isExplained(): boolean {
  return readSettings(process.env).explain;
}
