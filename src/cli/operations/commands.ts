import type { Command } from 'commander';
import { exitCodesHelp, withExitCode } from '../exit.ts';
import { wholeNumber } from '../options.ts';

const environment = `
Environment:
  TOKEN         Token of the client. Left out: none with --url, that of the sandbox's admin without --url.
  UPSTREAM_URL  REST service of the gateway inside this process, without --url. Left out: the sandbox.
  NO_COLOR      If set, nothing is printed in color.
`;

/** Adds the commands for single operations. Their code is loaded when one of them runs. */
export function addOperationCommands(program: Command): void {
  takesOperation(program.command('query'), 'Execute an operation and print its result as JSON.')
    .option('--explain', 'Include the plan and the REST calls in the result.')
    .option('--compact', 'Print the result on one line.')
    .addHelpText(
      'after',
      examples([
        'query sites.graphql --var organizationId=org_1',
        "query --execute '{ organizations { nodes { title } } }'",
        'query - --url https://gateway.example < sites.graphql',
      ]),
    )
    .action(withExitCode(async (file, flags) => (await import('./query.ts')).query(file, flags)));
  takesOperation(program.command('plan'), 'Print the REST calls that an operation makes at most. Nothing is executed.')
    .option('--json', 'Print the plan as JSON.')
    .option('--max-calls <n>', 'Fail if the operation may make more calls.', wholeNumber(0, 1_000_000_000))
    .addHelpText('after', examples(['plan sites.graphql', 'plan sites.graphql --max-calls 100 --json']))
    .action(withExitCode(async (file, flags) => (await import('./plan.ts')).plan(file, flags)));
  takesOperation(program.command('to-curl'), 'Print an operation as a curl command, with $TOKEN in place of a token.')
    .option('--rest', 'Print the REST calls that it makes, with $REST_URL. Queries are executed, mutations are not.')
    .addHelpText(
      'after',
      examples(['to-curl sites.graphql --url https://gateway.example', 'to-curl sites.graphql --rest']),
    )
    .action(withExitCode(async (file, flags) => (await import('./to-curl.ts')).toCurl(file, flags)));
  addFromRest(program.command('from-rest'));
}

function takesOperation(command: Command, description: string): Command {
  return command
    .description(description)
    .argument('[file]', 'File with the operation, or with a copied request; - or nothing reads standard input.')
    .option('-e, --execute <document>', 'The operation, in place of a file.')
    .option('--variables <json>', 'Variables as a JSON object, or @ and the name of a file with one.')
    .option('--var <name=value>', 'One variable; can be repeated.', (value, all: string[] = []) => [...all, value])
    .option('--operation-name <name>', 'Name of the operation, if the document has several.')
    .option('--url <url>', 'URL of a running gateway. Left out: a gateway inside this process.');
}

function addFromRest(command: Command): void {
  command
    .description(
      'Print the operation that makes a REST call: of a curl command or a call of fetch, or of a method and a path.',
    )
    .argument('[call...]', 'The call, in quotes; - or nothing reads standard input.')
    .option('--file <file>', 'File with the call.')
    .option('--json', 'Print the body of the GraphQL request, which `docgraph query` takes.')
    .showHelpAfterError("Give the call in quotes, as in: docgraph from-rest 'GET /v1/orgs'")
    .addHelpText(
      'after',
      examples([
        "from-rest 'GET /v1/orgs/org_1/sites?limit=10'",
        'from-rest --file call.sh',
        "from-rest --json '/v1/orgs' | docgraph query",
      ]),
    )
    .action(withExitCode(async (words, flags) => (await import('./from-rest.ts')).fromRest(words, flags)));
}

function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ docgraph ${line}\n`).join('')}${environment}${exitCodesHelp}`;
}
