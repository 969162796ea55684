import type { SandboxUser } from '../server/explorer.ts';
import type { Settings } from '../server/settings.ts';

export interface SandboxAccess {
  url: string;
  users: readonly SandboxUser[];
  /** The `Authorization` header of the sandbox's admin. */
  authorization: string;
}

/**
 * Prints the gateway's addresses, and a query to paste: with the sandbox's token, or with the client's if the gateway
 * needs one. Standard output carries the log, one JSON object per line, so the banner goes to standard error; it goes to
 * standard output if nothing is logged (`LOG_LEVEL=silent`).
 */
export function printBanner(settings: Settings, url: string, sandbox?: SandboxAccess, metricsUrl?: string): void {
  const upstream = sandbox ? `${new URL(sandbox.url).href} (the embedded sandbox)` : settings.upstreamUrl?.href;
  const lines = [
    `GraphQL    ${url}/graphql`,
    ...(settings.explorer && settings.trustedDocuments !== 'enforce' ? [`Explorer   ${url}/`] : []),
    `Upstream   ${upstream}`,
    ...(metricsUrl === undefined ? [] : [`Metrics    ${metricsUrl}`]),
    '',
    exampleQuery(settings, url, sandbox),
  ];
  const output = settings.logLevel === 'silent' ? process.stdout : process.stderr;
  output.write(`${lines.join('\n')}\n`);
}

function exampleQuery(
  { upstreamToken, trustedDocuments }: Settings,
  url: string,
  sandbox: SandboxAccess | undefined,
): string {
  const authorization = sandbox?.authorization ?? (upstreamToken === undefined ? 'Bearer $TOKEN' : undefined);
  const query = { query: '{ organizations { nodes { title sites { nodes { title } } } } }' };
  const body = JSON.stringify(trustedDocuments === 'enforce' ? { documentId: 'ID' } : query);
  const header = authorization === undefined ? '' : ` -H "Authorization: ${authorization}"`;
  return `curl ${url}/graphql -H 'Content-Type: application/json'${header} -d '${body}'`;
}
