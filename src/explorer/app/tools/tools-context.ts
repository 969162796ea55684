import { createContext, useContext } from 'react';
import type { ExplorerConfig } from '../../../server/transport/explorer.ts';
import type { Connection } from '../connection/use-connection.ts';
import { useResponse } from '../runs.ts';
import type { CallSource } from './call-commands.ts';

export const ConfigContext = createContext<ExplorerConfig>({ endpoint: 'graphql' });

export const ConnectionContext = createContext<Connection>({ headers: {}, current: () => ({}), set: () => {} });

/** Where the calls of the active tab's latest response came from; undefined before its first. */
export function useCallSource(): CallSource | undefined {
  const { endpoint, sandbox } = useContext(ConfigContext);
  const request = useResponse()?.request;
  return request && { endpoint, restUrl: sandbox?.url ?? '$REST_URL', request };
}
