#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import closeWithGrace from 'close-with-grace';
import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { createSandbox, sandboxTokens } from './sandbox/index.ts';
import { createGateway, type Gateway } from './server/gateway.ts';
import { flagOf, readSettings, type Settings, SettingsError, settings } from './server/settings.ts';

const program = new Command('docgraph')
  .description('A GraphQL gateway over the REST contract of a documentation platform.')
  .version(await version());

const serveCommand = program.command('serve').description('Run the gateway; without UPSTREAM_URL, on its own sandbox.');
for (const one of Object.values(settings)) {
  const fallback = one.fallback ? ` (default: ${one.fallback})` : '';
  serveCommand.option(`${flagOf(one)} <value>`, `${one.about}${fallback}`);
}
serveCommand.action((flags: Record<string, string>) => serve(flags));

program
  .command('sandbox')
  .description('Run the sandbox alone: a REST service that keeps the whole contract in memory.')
  .option('--host <host>', 'Address to listen on; loopback unless you say otherwise.', '127.0.0.1')
  .option('--port <port>', 'Port to listen on; 0 takes a free one.', wholeNumber, 4001)
  .option('--scale <n>', 'How many times the data is there.', wholeNumber, 1)
  .option('--latency <ms>', 'Wait this long before each answer.', wholeNumber, 0)
  .option('--fault-rate <percent>', 'Let this share of the requests fail.', wholeNumber, 0)
  .action(sandbox);

await program.parseAsync();

async function serve(flags: Record<string, string>): Promise<void> {
  const read = readOrExit(flags);
  const sandboxService = read.upstreamUrl === undefined ? await createSandbox({ scale: read.sandboxScale }) : undefined;
  const upstreamUrl = read.upstreamUrl ?? new URL((await sandboxService?.listen()) ?? '');
  const authorization = sandboxService && `Bearer ${sandboxTokens.admin}`;
  const gateway = await createGateway({
    settings: read,
    upstreamUrl,
    logger: pino({ level: read.logLevel }),
    ...(authorization && { explorerHeaders: { Authorization: authorization } }),
  });
  stopGracefully(read.shutdownTimeout, async () => {
    await gateway.close();
    await sandboxService?.close();
  });
  announce(await listenOrExit(gateway), upstreamUrl, authorization);
}

async function sandbox(options: { host: string; port: number; scale: number; latency: number; faultRate: number }) {
  const { host, port, scale, latency, faultRate } = options;
  const service = await createSandbox({
    scale,
    latencyMs: latency,
    ...(faultRate > 0 && { faults: { rate: faultRate / 100 } }),
  });
  stopGracefully(10_000, () => service.close());
  const url = await service.listen({ host, port });
  print([
    `REST sandbox   ${url}`,
    ...Object.entries(sandboxTokens).map(([user, token]) => `${user.padEnd(14)} ${token}`),
  ]);
}

function readOrExit(flags: Record<string, string>): Settings {
  try {
    return readSettings(process.env, flags);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const line of error.lines) console.error(line);
    process.exit(1);
  }
}

async function listenOrExit(gateway: Gateway): Promise<string> {
  try {
    return await gateway.listen();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    console.error(
      code === 'EADDRINUSE' ? 'The port is taken. Set PORT to another one, or to 0 for any free one.' : message,
    );
    process.exit(1);
  }
}

function announce(url: string, upstream: URL, authorization: string | undefined): void {
  const header = authorization ?? 'Bearer $TOKEN';
  const body = JSON.stringify({ query: '{ organizations { nodes { title sites { nodes { title } } } } }' });
  print([
    `GraphQL    ${url}/graphql`,
    `Explorer   ${url}/`,
    `Upstream   ${upstream.href}${authorization === undefined ? '' : ' (the embedded sandbox)'}`,
    '',
    `curl ${url}/graphql -H 'Content-Type: application/json' -H "Authorization: ${header}" -d '${body}'`,
  ]);
}

function print(lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function stopGracefully(timeoutMs: number, close: () => Promise<void>): void {
  closeWithGrace({ delay: Math.max(timeoutMs, 1), logger: false }, async ({ err }) => {
    if (err) console.error(err);
    await close();
  });
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

async function version(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
