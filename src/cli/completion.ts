import type { Command } from 'commander';

/*
 * Completions as scripts that know all words. The libraries for it (omelette, tabtab) make the shell start the command for each Tab, which takes
 * 0.3 s.
 */

/** What a shell completes for one command. */
interface Completed {
  readonly name: string;
  readonly description: string;
  /** With the dashes: `--port`. */
  readonly flags: readonly { flag: string; description: string }[];
  /** What its arguments may be, where that is a choice: names of shells. */
  readonly choices: readonly string[];
}

/** Shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** The command of flags without a command. */
const defaultCommand = 'serve';

/** The script that completes the names of commands and flags, and of files, in a shell. */
export function completionScript(program: Command, shell: Shell): string {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    description: firstSentence(command.description()),
    flags: command.options.flatMap(({ long, description }) =>
      long == null ? [] : [{ flag: long, description: firstSentence(description) }],
    ),
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  }));
  if (shell === 'fish') return fishScript(program.name(), commands);
  const script = bashScript(program.name(), commands);
  return shell === 'zsh' ? zshStart + script : script;
}

/** Zsh reads completions of bash, once its own are loaded. */
const zshStart = `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
autoload -U +X bashcompinit && bashcompinit
`;

function bashScript(name: string, commands: readonly Completed[]): string {
  const cases = commands.map((one) => {
    const flags = one.flags.map(({ flag }) => flag).join(' ');
    return `    ${one.name}${one.name === defaultCommand ? '|-*' : ''}) words='${one.choices.join(' ')}' flags='${flags}' ;;`;
  });
  return `_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words='' flags=''
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words='${commands.map((one) => one.name).join(' ')}'
  case "$current" in -*) words="$flags" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${name} ${name}
`;
}

function fishScript(name: string, commands: readonly Completed[]): string {
  const lines = commands.flatMap((one) => {
    const isSeen = `__fish_seen_subcommand_from ${one.name}`;
    const takesFlags = one.name === defaultCommand ? `__fish_use_subcommand; or ${isSeen}` : isSeen;
    return [
      `complete -c ${name} -n __fish_use_subcommand -fa ${one.name} -d ${quoted(one.description)}`,
      ...one.choices.map((choice) => `complete -c ${name} -n '${isSeen}' -fa ${choice}`),
      ...one.flags.map(
        ({ flag, description }) =>
          `complete -c ${name} -n '${takesFlags}' -l ${flag.slice(2)} -d ${quoted(description)}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/s.exec(text.replaceAll('\n', ' '))?.[0] ?? text;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
