import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolders } from '../support/gateways/manifests.ts';
import { builtCommand } from '../support/processes/command.ts';
import { InteractiveShell } from '../support/processes/interactive-shell.ts';

const { start } = builtCommand();
const folderWith = temporaryFolders();

async function scriptFor(shell: string): Promise<string> {
  const { exit, stdout } = start(['completion', shell]);
  expect(await exit).toMatchObject({ code: 0 });
  return await stdout;
}

/** What bash completes for the words of a command line, of which the last one is not complete. */
function completedByBash(script: string, words: string[]): string[] {
  const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _docgraph; printf '%s\n' "\${COMPREPLY[@]}"`;
  return linesOf(execFileSync('bash', ['-c', program, 'bash', 'docgraph', ...words], { encoding: 'utf8' }));
}

/** The same of fish, without the descriptions. */
function completedByFish(script: string, words: string[]): string[] {
  const program = `${script}\ncomplete --do-complete 'docgraph ${words.join(' ')}'`;
  const output = execFileSync('fish', ['--no-config', '--command', program], { encoding: 'utf8', cwd: '/' });
  return linesOf(output).map((line) => line.split('\t')[0] ?? '');
}

const linesOf = (output: string) => output.split('\n').filter((line) => line !== '');

const skips = (shell: string) => !process.env.CI && spawnSync(shell, ['-c', 'true']).error !== undefined;

/** How each shell is started without the configuration of its user, and a function of it that shows what is called. */
const shells = {
  bash: { commandLine: 'bash --norc --noprofile -i', program: 'docgraph() { echo "ran: $*."; }' },
  zsh: { commandLine: 'zsh -f -i', program: 'docgraph() { echo "ran: $*." }' },
  fish: { commandLine: 'fish --no-config -i', program: 'function docgraph; echo "ran: $argv."; end' },
};

describe.each([
  ['bash', completedByBash],
  ['fish', completedByFish],
] as const)('docgraph completion %s', (shell, completed) => {
  it.skipIf(skips(shell))('completes commands, flags and names of shells', async () => {
    const script = await scriptFor(shell);
    const completions = (...words: string[]) => completed(script, words);
    expect(completions('s').toSorted()).toEqual(['sandbox', 'schema', 'serve']);
    expect(completions('')).toContain('to-curl');
    expect(completions('serve', '--po')).toEqual(['--port']);
    expect(completions('--po')).toEqual(['--port']);
    expect(completions('check', '--m')).toEqual(['--max-calls']);
    expect(completions('completion', '').toSorted()).toEqual(['bash', 'fish', 'zsh']);
  });
});

describe.each(Object.entries(shells))('the completion of %s', (shell, { commandLine, program }) => {
  let terminal: InteractiveShell;
  beforeAll(() => () => terminal?.close());

  it.skipIf(skips(shell))('works on a terminal of a user without a configuration', async () => {
    const folder = await folderWith({ script: await scriptFor(shell) });
    terminal = new InteractiveShell(commandLine, folder);
    terminal.type(`${program}\n. ${join(folder, 'script')}\necho re"a"dy\n`);
    await terminal.shows(/ready/);
    terminal.type('docgraph serve --por\t');
    await terminal.shows(/--port/);
    terminal.type('\n');
    expect(await terminal.shows(/ran: serve.*\./)).toBe('ran: serve --port.');
    terminal.type('docgraph check \t');
    await terminal.shows(/check script/);
    terminal.type('\n');
    expect(await terminal.shows(/ran: check.*\./)).toBe('ran: check script.');
  });
});

it('there is no completion for other shells', async () => {
  const { exit, stderr } = start(['completion', 'tcsh']);
  expect(await exit).toMatchObject({ code: 2 });
  expect(await stderr).toContain('Allowed choices are bash, zsh, fish.');
});
