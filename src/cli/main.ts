#!/usr/bin/env -S node --max-semi-space-size=64
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { assignmentVariable, type WorkerAssignment } from '../cluster/messages.ts';
import { createGateway } from '../server/gateway.ts';
import { listenProblem, stopGracefully } from '../server/lifecycle.ts';
import { packageRoot } from '../server/package-root.ts';
import { flagOf, readSettings, type Settings, SettingsError, settings } from '../server/settings.ts';

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
  const assignment = process.env[assignmentVariable];
  if (assignment !== undefined) await serveAsWorker(read, JSON.parse(assignment) as WorkerAssignment);
  else if (read.workers === 1) await serveAlone(read);
  else await serveByWorkers(read);
}

async function serveAlone(read: Settings): Promise<void> {
  const sandboxService = await sandboxFor(read);
  const upstreamUrl = read.upstreamUrl ?? new URL(sandboxService?.url ?? '');
  const authorization = sandboxService?.authorization;
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
  const url = await listenOrExit('PORT', () => gateway.listen());
  announce(read, url, sandboxService);
}

async function serveByWorkers(read: Settings): Promise<void> {
  // Loaded only where they are used: one process needs none of it.
  const [{ Supervisor }, { reservePort }] = await Promise.all([
    import('../cluster/supervisor.ts'),
    import('../cluster/port-reservation.ts'),
  ]);
  const reservation = await listenOrExit('PORT', () => reservePort(read.host, read.port));
  const sandboxService = await sandboxFor(read);
  const supervisor = new Supervisor({
    count: read.workers,
    reservation,
    sandbox: sandboxService && { url: sandboxService.url, authorization: sandboxService.authorization },
    logger: pino({ level: read.logLevel }),
  });
  stopGracefully(read.shutdownTimeout, async () => {
    await supervisor.stop();
    await sandboxService?.close();
  });
  const url = await listenOrExit('PORT', () => supervisor.start());
  announce(read, url, sandboxService);
}

async function serveAsWorker(read: Settings, assignment: WorkerAssignment): Promise<void> {
  const { runWorker } = await import('../cluster/worker.ts');
  await runWorker(read, assignment);
}

/** The embedded sandbox, where no other service is set. */
async function sandboxFor({ upstreamUrl, sandboxScale }: Settings) {
  return upstreamUrl === undefined ? await embeddedSandbox(sandboxScale) : undefined;
}

/** Loaded only where it is used: a gateway to a real service starts sooner without it. */
function loadSandbox() {
  return import('../sandbox/index.ts');
}

async function embeddedSandbox(scale: number) {
  const { createSandbox, sandboxTokens } = await loadSandbox();
  const service = await createSandbox({ scale });
  const url = await service.listen();
  return { url, authorization: `Bearer ${sandboxTokens.admin}`, close: () => service.close() };
}

async function sandbox(options: { host: string; port: number; scale: number; latency: number; faultRate: number }) {
  const { host, port, scale, latency, faultRate } = options;
  const { createSandbox, sandboxTokens } = await loadSandbox();
  const service = await createSandbox({
    scale,
    latencyMs: latency,
    ...(faultRate > 0 && { faults: { rate: faultRate / 100 } }),
  });
  stopGracefully(10_000, () => service.close());
  const url = await listenOrExit('--port', () => service.listen({ host, port }));
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

/** `setting` is what a user sets to listen elsewhere. */
async function listenOrExit<Listening>(setting: string, listen: () => Promise<Listening>): Promise<Listening> {
  try {
    return await listen();
  } catch (error) {
    console.error(listenProblem(error, setting));
    process.exit(1);
  }
}

/** Prints where the gateway is, and a query to paste: with the sandbox's token, or with the caller's where it takes one. */
function announce(read: Settings, url: string, sandbox: { url: string; authorization: string } | undefined): void {
  const header = sandbox?.authorization ?? (read.upstreamToken === undefined ? 'Bearer $TOKEN' : undefined);
  const body = JSON.stringify({ query: '{ organizations { nodes { title sites { nodes { title } } } } }' });
  const headers = `-H 'Content-Type: application/json'${header ? ` -H "Authorization: ${header}"` : ''}`;
  print([
    `GraphQL    ${url}/graphql`,
    `Explorer   ${url}/`,
    `Upstream   ${sandbox ? `${new URL(sandbox.url).href} (the embedded sandbox)` : read.upstreamUrl?.href}`,
    '',
    `curl ${url}/graphql ${headers} -d '${body}'`,
  ]);
}

function print(lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

async function version(): Promise<string> {
  const text = await readFile(new URL('package.json', packageRoot), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
