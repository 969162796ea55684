import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { builtCommand } from '../support/processes/command.ts';

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
    expect(completionsOf(script, 'completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    // Files are completed by bash itself.
    expect(completionsOf(script, 'query', 'sites.gr')).toEqual([]);
  });

  it('reads that of bash in zsh', async () => {
    const [zsh, bash] = [await scriptFor('zsh'), await scriptFor('bash')];
    expect(zsh.endsWith(`\nautoload -U +X bashcompinit && bashcompinit\n${bash}`)).toBe(true);
    // The completions of bash call `compdef`, which zsh has once its own are loaded.
    expect(zsh).toMatch(/^\(\( \$\+functions\[compdef\] \)\) \|\| \{ autoload -Uz compinit && compinit; \}\n/);
  });

  it('has a line for each command and flag in fish', async () => {
    const lines = (await scriptFor('fish')).split('\n');
    expect(lines).toContain(
      "complete -c docgraph -n '__fish_seen_subcommand_from schema' -l for -d '2018: for tools that know the specification only as of June 2018.'",
    );
    expect(lines).toContain("complete -c docgraph -n '__fish_seen_subcommand_from completion' -a zsh");
    expect(lines.filter((line) => / -n __fish_use_subcommand -a sandbox -d '.*'$/.test(line))).toHaveLength(1);
  });

  it('rejects other shells', async () => {
    const { exit, stderr } = start(['completion', 'tcsh']);
    expect(await exit).toMatchObject({ code: 2 });
    expect(await stderr).toContain('Allowed choices are bash, zsh, fish.');
  });
});
