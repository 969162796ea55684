import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { ignoreOutputErrors } from '../server/lifecycle.ts';
import { packageRoot } from '../server/package-root.ts';
import type { Setting } from '../server/settings/setting.ts';
import { flagOf, settings } from '../server/settings.ts';
import { wholeNumber } from './options.ts';
import { runSandbox } from './sandbox.ts';
import { printSchema } from './schema.ts';
import { serve } from './serve.ts';

ignoreOutputErrors();

const program = new Command('docgraph')
  .description('A GraphQL gateway over the REST contract of a documentation platform.')
  .version(await packageVersion());

const serveCommand = program
  .command('serve')
  .description('Run the gateway. Without UPSTREAM_URL, it runs on an embedded sandbox.');
for (const setting of Object.values(settings)) {
  serveCommand.option(`${flagOf(setting)} <value>`, setting.description + defaultText(setting));
}
serveCommand.action((flags: Record<string, string>) => serve(flags));

program
  .command('sandbox')
  .description('Run the sandbox alone: a REST service in memory that implements the whole contract.')
  .option('--host <host>', 'Address to listen on.', '127.0.0.1')
  .option('--port <port>', 'Port to listen on; 0 picks a free port.', wholeNumber(0, 65_535), 4001)
  .option('--scale <n>', 'Multiplies the seed data.', wholeNumber(1, 100), 1)
  .option('--latency <ms>', 'Delay of each response, in milliseconds.', wholeNumber(0, 600_000), 0)
  .option('--fault-rate <percent>', 'Percentage of requests that fail.', wholeNumber(0, 100), 0)
  .action(runSandbox);

program
  .command('schema')
  .description('Print the schema for tools: the merged SDL, with its applied directives.')
  .addOption(
    new Option('--nullability <form>', 'strict: what @semanticNonNull marks is non-null.')
      .choices(['semantic', 'strict'])
      .default('semantic'),
  )
  .action(printSchema);

await program.parseAsync();

function defaultText({
  defaultValue,
  productionDefault,
}: Pick<Setting<unknown>, 'defaultValue' | 'productionDefault'>) {
  if (!defaultValue) return '';
  const production = productionDefault === undefined ? '' : `, in production: ${productionDefault}`;
  return ` (default: ${defaultValue}${production})`;
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('package.json', packageRoot), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
