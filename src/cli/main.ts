import { Argument, Command, Option } from 'commander';
import { endOnSignals } from '../server/runtime/lifecycle.ts';
import { packageVersion } from '../server/runtime/package-root.ts';
import { settings } from '../server/settings/settings.ts';
import type { CheckFlags } from './check/command.ts';
import { completionScript, type Shell, shells } from './completion.ts';
import type { DoctorFlags } from './doctor/command.ts';
import { organizationId, recordKey, upstreamUrl } from './doctor/flags.ts';
import type { DriftOptions } from './drift/command.ts';
import { endProcess, endWith, untilStopped, watchOutput, withExitCode } from './exit.ts';
import { addOperationCommands } from './operations/commands.ts';
import { wholeNumber } from './options.ts';
import type { SandboxFlags } from './sandbox.ts';
import type { SchemaFlags } from './schema.ts';
import type { PrintSettingsFlags } from './settings/command.ts';
import { withSettings } from './settings/options.ts';
import type { Flags } from './settings/sources.ts';

const serveExamples = `
Each setting is also an environment variable (UPSTREAM_URL) and a name in the configuration file (upstreamUrl).

Examples:
  docgraph serve                                            on the embedded sandbox
  docgraph serve --upstream-url https://api.example.com     on a REST service
  docgraph serve --port 8080 --workers auto --cache memory
  docgraph config                                           print the settings in effect`;

endOnSignals();
watchOutput();

const program = new Command('docgraph')
  .description('A GraphQL gateway over the REST contract of a documentation platform.')
  .version(packageVersion())
  // The value of a misspelt option may be a secret. All commands inherit both.
  .configureOutput({
    outputError: (text, write) => write(text.replace(/^(error: unknown option '[^=\n]*)=.*'/s, "$1'")),
  })
  .exitOverride();

const serveCommand = program
  // Where the first argument is a word, it must be the name of a command.
  .command('serve', { isDefault: process.argv[2]?.startsWith('-') !== false })
  .description('Run the gateway. Without UPSTREAM_URL, it runs on an embedded sandbox.');
withSettings(serveCommand)
  .option('--open', 'Open the explorer in the browser.')
  .addHelpText('after', serveExamples)
  .action(
    untilStopped(async ({ open, ...flags }: Flags & { open?: true }) =>
      (await import('./serve.ts')).serve(flags, open === true),
    ),
  );

withSettings(
  program
    .command('config')
    .description('Print the settings with which `serve` would run, and where each value comes from.')
    .option('--json', 'Print JSON.'),
).action(
  withExitCode(async (flags: PrintSettingsFlags) => (await import('./settings/command.ts')).printSettings(flags)),
);

program
  .command('sandbox')
  .description('Run the sandbox alone: a REST service in memory that implements the whole contract.')
  .option('--host <host>', 'Address to listen on.', '127.0.0.1')
  .option('--port <port>', 'Port to listen on; 0 picks a free port.', wholeNumber(0, 65_535), 4001)
  .option(
    '--allowed-hosts <names>',
    'Comma-separated names for "Host", in addition to loopback names and addresses.',
    '',
  )
  .option('--scale <n>', 'Multiplies every list of the seed data.', wholeNumber(1, 1000), 1)
  .option('--latency <ms>', 'Delay of each response, in milliseconds.', wholeNumber(0, 600_000), 0)
  .option('--fault-rate <percent>', 'Percentage of requests that fail.', wholeNumber(0, 100), 0)
  .action(untilStopped(async (flags: SandboxFlags) => (await import('./sandbox.ts')).runSandbox(flags)));

program
  .command('schema')
  .description('Print the schema for tools: the merged SDL, with its applied directives.')
  .addOption(
    new Option('--nullability <form>', 'strict: what @semanticNonNull marks is non-null.')
      .choices(['semantic', 'strict'])
      .default('semantic'),
  )
  .addOption(
    new Option('--for <edition>', '2018: for tools that know the specification only as of June 2018.')
      .choices(['2018'])
      .conflicts('nullability'),
  )
  .action(async (flags: SchemaFlags) => (await import('./schema.ts')).printSchema(flags));

program
  .command('check')
  .description(
    'Check the operations of a manifest, or of a folder of manifests or GraphQL files, and plan their REST calls.',
  )
  .argument('<path>', 'Manifest, GraphQL file, or folder.')
  .option('--max-calls <n>', 'Fail if an operation may need more REST calls.', wholeNumber(0, 1_000_000_000))
  .option('--page-size <n>', 'Value of numbers that requests have to give, such as "first".', wholeNumber(0, 1000), 25)
  .option('--variables <file>', 'JSON file with variables by the names of operations.')
  .option('--json', 'Print the report as JSON.')
  .action(
    withExitCode(async (path: string, flags: CheckFlags) => (await import('./check/command.ts')).check(path, flags)),
  );

program
  .command('doctor')
  .description('Read through a REST service with GETs only, and report where it departs from the contract.')
  .requiredOption('--upstream <url>', 'Base address of the REST service, without `/v1`.', upstreamUrl)
  .option('--token <token>', 'Token of the service. Prefer the environment variable UPSTREAM_TOKEN.')
  .option('--organization <id>', 'Read this organization only; can be repeated.', organizationId, [])
  .option(
    '--key <params>',
    'Path parameters of a record that no list has: spaceId=a,commentId=b; can be repeated.',
    recordKey,
    [],
  )
  .option('--samples <n>', 'Responses to check of each operation.', wholeNumber(1, 25), 5)
  .option('--max-calls <n>', 'Maximum number of calls.', wholeNumber(1, 100_000), 1000)
  .option('--concurrency <n>', 'Maximum number of calls at once.', wholeNumber(1, 64), 4)
  .option(
    '--timeout <ms>',
    'Timeout of one call, in milliseconds.',
    wholeNumber(1, 600_000),
    Number(settings.upstreamTimeout.defaultValue),
  )
  .option(
    '--max-bytes <n>',
    'Maximum size of a response, decompressed, in bytes.',
    wholeNumber(1024, 1_073_741_824),
    Number(settings.upstreamMaxResponseBytes.defaultValue),
  )
  .option(
    '--min-coverage <percent>',
    'Least share of the GETs that have to be checked, in percent.',
    wholeNumber(0, 100),
    80,
  )
  .option('--json', 'Print JSON.')
  .action(withExitCode(async (flags: DoctorFlags) => (await import('./doctor/command.ts')).runDoctor(flags)));

program
  .command('drift')
  .description(
    'Compare an OpenAPI document with the contract, and name the fields of the graph that each difference affects.',
  )
  .argument('<document>', 'OpenAPI 3.0 or 3.1, in JSON or YAML; - reads standard input.')
  .option('--manifest <path>', 'Manifest of GraphQL documents, or a folder of manifests: names the documents affected.')
  .option(
    '--upstream <url>',
    'Base address of the REST service, without `/v1`: its path has to be that of the servers.',
    upstreamUrl,
  )
  .option('--json', 'Print JSON.')
  .action(
    withExitCode(async (path: string, options: DriftOptions) =>
      (await import('./drift/command.ts')).runDrift(path, options),
    ),
  );

addOperationCommands(program);

program
  .command('completion')
  .description('Print the script with which a shell completes commands and flags.')
  .addArgument(new Argument('<shell>', 'The shell.').choices(shells))
  .action((shell: Shell) => void process.stdout.write(completionScript(program, shell)));

await program.parseAsync().catch(endWith);
await endProcess();
