import type { Logger } from 'pino';
import { packageVersion } from '../server/runtime/package-root.ts';
import type { Settings } from '../server/settings/settings.ts';
import type { SandboxUser } from '../server/transport/explorer.ts';
import { paintFor } from './colors.ts';

export interface SandboxAccess {
  url: string;
  users: readonly SandboxUser[];
  /** The `Authorization` header of the sandbox's admin. */
  authorization: string;
}

/** Where a gateway that has started is reached, and what it calls. */
export interface StartedGateway {
  url: string;
  sandbox?: SandboxAccess | undefined;
  metricsUrl?: string | undefined;
  adminUrl?: string | undefined;
}

/**
 * Tells that the gateway has started: in one log line in production, where a program reads the output, and otherwise in a text
 * for people.
 */
export function announceStart(settings: Settings, logger: Logger, started: StartedGateway): void {
  const isForProgram = process.env.NODE_ENV === 'production' && !process.stderr.isTTY;
  if (isForProgram && settings.logLevel !== 'silent') logStart(settings, logger, started);
  else printBanner(settings, started);
}

/** Where the explorer of a gateway is; undefined where it is not served. */
export function explorerUrlOf({ explorer, trustedDocuments }: Settings, url: string): string | undefined {
  return explorer && trustedDocuments !== 'enforce' ? `${url}/` : undefined;
}

function logStart(settings: Settings, logger: Logger, started: StartedGateway): void {
  const { url, metricsUrl: metrics, adminUrl: admin } = started;
  const addresses = { graphql: url + settings.graphqlPath, upstream: settings.upstreamUrl?.href, metrics, admin };
  logger.info({ version: packageVersion(), ...addresses, explorer: explorerUrlOf(settings, url) }, 'started');
}

/**
 * Prints the gateway's addresses, and a query to paste: with the sandbox's token, or with the client's if the gateway
 * needs one. Standard output carries the log, one JSON object per line, so the banner goes to standard error; it goes to
 * standard output if nothing is logged (`LOG_LEVEL=silent`).
 */
function printBanner(settings: Settings, { url, sandbox, metricsUrl, adminUrl }: StartedGateway): void {
  const upstream = sandbox ? `${new URL(sandbox.url).href} (the embedded sandbox)` : settings.upstreamUrl?.href;
  const output = settings.logLevel === 'silent' ? process.stdout : process.stderr;
  const paint = paintFor(output);
  const row = (label: string, address: string | undefined) =>
    address === undefined ? [] : [`${paint('dim', label.padEnd(10))} ${paint('bold', address)}`];
  const lines = [
    // Programs read the lines below.
    ...(output.isTTY
      ? [`${paint('green', `docgraph ${packageVersion()}`)} started in ${Math.round(performance.now())} ms`, '']
      : []),
    ...row('GraphQL', url + settings.graphqlPath),
    ...row('Explorer', explorerUrlOf(settings, url)),
    ...row('Upstream', upstream),
    ...row('Metrics', metricsUrl),
    ...row('Admin', adminUrl && `${adminUrl}/status`),
    '',
    exampleQuery(settings, url, sandbox),
  ];
  output.write(`${lines.join('\n')}\n`);
}

function exampleQuery(
  { upstreamToken, trustedDocuments, graphqlPath }: Settings,
  url: string,
  sandbox: SandboxAccess | undefined,
): string {
  const authorization = sandbox?.authorization ?? (upstreamToken === undefined ? 'Bearer $TOKEN' : undefined);
  const query = { query: '{ organizations { nodes { title sites { nodes { title } } } } }' };
  const body = JSON.stringify(trustedDocuments === 'enforce' ? { documentId: 'ID' } : query);
  const header = authorization === undefined ? '' : ` -H "Authorization: ${authorization}"`;
  return `curl ${url}${graphqlPath} -H 'Content-Type: application/json'${header} -d '${body}'`;
}
