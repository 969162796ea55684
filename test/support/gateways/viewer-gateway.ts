import { pino } from 'pino';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { createGateway, type Gateway } from '../../../src/server/gateway.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { postQuery, type TestGateway } from './gateway.ts';

export interface ViewerGateway extends TestGateway {
  gateway: Gateway;
}

/**
 * Starts a gateway that knows who its clients are: the user with this id, or the one that the header `x-user` names. All calls are
 * made with the token of the sandbox's admin.
 */
export async function startViewerGateway(
  upstreamUrl: string,
  userId: string,
  environment: Record<string, string> = {},
): Promise<ViewerGateway> {
  const gateway = await createGateway({
    upstreamUrl,
    settings: readSettings({ PORT: '0', SHUTDOWN_TIMEOUT: '400', EXECUTOR: process.env.EXECUTOR, ...environment }),
    logger: pino({ level: 'silent' }),
    authenticate: ({ headers }) => ({
      authorization: `Bearer ${sandboxTokens.admin}`,
      userId: typeof headers['x-user'] === 'string' ? headers['x-user'] : userId,
    }),
  });
  const url = await gateway.listen();
  return {
    gateway,
    url,
    log: [],
    execute: (query, options) => postQuery(`${url}/graphql`, query, options),
    close: () => gateway.close(),
  };
}
