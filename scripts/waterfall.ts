import { readFileSync, writeFileSync } from 'node:fs';
import { createSandbox, sandboxTokens } from '../src/sandbox/index.ts';
import { createGateway } from '../src/server/gateway.ts';
import { readSettings } from '../src/server/settings/settings.ts';
import { type TimedCall, waterfallSvg } from './waterfall/svg.ts';

/** Delay of each response of the sandbox, in milliseconds: about that of a service in the same region. */
const latencyMs = 40;

/**
 * Draws the moving picture of the README: the REST calls of its query, from a real run over the sandbox. Run it with
 * `npm run waterfall` when the query has changed.
 */
writeFileSync('docs/waterfall.svg', waterfallSvg(await timedCalls(readmeQuery())));

function readmeQuery(): string {
  const [, query] = /^```graphql\n(.*?)^```$/ms.exec(readFileSync('README.md', 'utf8')) ?? [];
  if (query === undefined) throw new Error('The README has no query.');
  return query;
}

/** The calls of the second run: the first one compiles the operation and opens the connections. */
async function timedCalls(query: string): Promise<TimedCall[]> {
  const sandbox = await createSandbox({ latencyMs });
  const upstreamUrl = new URL(await sandbox.listen());
  const gateway = await createGateway({ settings: readSettings({ LOG_LEVEL: 'silent' }), upstreamUrl });
  const headers = { authorization: `Bearer ${sandboxTokens.admin}` };
  const run = () => gateway.execute({ query, headers, extensions: { explain: true } });
  await run();
  const { errors, extensions } = await run();
  await gateway.close();
  await sandbox.close();
  if (errors !== undefined) throw new Error(errors[0]?.message);
  const { explain } = extensions as { explain: { calls: TimedCall[] } };
  return explain.calls;
}
