import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

/** A shell on a terminal of its own, at which one types. */
export class InteractiveShell {
  readonly #child: ChildProcessWithoutNullStreams;
  #output = '';

  /** Starts a command line such as `zsh -f -i`. `script` gives it a terminal, and `home` is where shells keep files, and start. */
  constructor(commandLine: string, home: string) {
    const env = { PATH: process.env.PATH, HOME: home, ZDOTDIR: home, TERM: 'dumb' };
    this.#child = spawn('script', ['--quiet', '--flush', '--command', commandLine, '/dev/null'], { env, cwd: home });
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#output += chunk;
    });
  }

  type(keys: string): void {
    this.#child.stdin.write(keys);
  }

  /** Resolves to what the terminal shows that matches. */
  async shows(pattern: RegExp): Promise<string> {
    for (;;) {
      const [match] = pattern.exec(this.#output) ?? [];
      if (match !== undefined) return match;
      await setTimeout(10);
    }
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }
}
