import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { builtCommand } from '../support/command.ts';

const { start } = builtCommand();

async function scriptFor(shell: string): Promise<string> {
  const { exit, stdout } = start(['completion', shell]);
  expect(await exit).toMatchObject({ code: 0 });
  return await stdout;
}

/** What bash completes for the words of a command line, of which the last one is not complete. */
function completionsOf(script: string, ...words: string[]): string[] {
  const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _docgraph; printf '%s\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', program, 'bash', 'docgraph', ...words], { encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}

describe('docgraph completion', () => {
  it('completes commands and flags in bash', async () => {
    const script = await scriptFor('bash');
    expect(completionsOf(script, 's')).toEqual(['serve', 'sandbox', 'schema']);
    expect(completionsOf(script, '')).toContain('to-curl');
    expect(completionsOf(script, 'serve', '--po')).toEqual(['--port']);
    expect(completionsOf(script, 'check', '--m')).toEqual(['--max-calls']);
    // Files are completed by bash itself.
    expect(completionsOf(script, 'query', 'sites.gr')).toEqual([]);
  });

  it('reads that of bash in zsh', async () => {
    expect(await scriptFor('zsh')).toBe(`autoload -U +X bashcompinit && bashcompinit\n${await scriptFor('bash')}`);
  });

  it('has a line for each command and flag in fish', async () => {
    const lines = (await scriptFor('fish')).split('\n');
    expect(lines).toContain(
      "complete -c docgraph -n '__fish_seen_subcommand_from schema' -l for -d '2018: for tools that know the specification only as of June 2018.'",
    );
    expect(lines.filter((line) => / -n __fish_use_subcommand -a sandbox -d '.*'$/.test(line))).toHaveLength(1);
  });

  it('rejects other shells', async () => {
    const { exit, stderr } = start(['completion', 'tcsh']);
    expect(await exit).toMatchObject({ code: 2 });
    expect(await stderr).toContain('Allowed choices are bash, zsh, fish.');
  });
});
