import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from './application.mjs';

const folder = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  // `npm ci` and `npm run build` have made what these start.
  for (const [, command] of readme.matchAll(/^(.*npm (?:run dev|start))$/gm)) {
    it(`starts the application by: ${command}`, async () => {
      const port = await freePort();
      const server = new Command(command ?? '', port);
      try {
        const response = await server.get('/sign-in');
        assert.equal(response.status, 200, server.output);
        assert.match(await response.text(), /<form/);
      } finally {
        await server.stop();
      }
    });
  }
});

/** A command in a shell, with all that it starts. */
class Command {
  output = '';
  /** @type {import('node:child_process').ChildProcess} */
  process;
  #url;

  /**
   * @param {string} command
   * @param {number} port
   */
  constructor(command, port) {
    this.#url = `http://localhost:${port}`;
    this.process = spawn('sh', ['-c', command], {
      cwd: folder,
      env: { ...process.env, PORT: String(port) },
      detached: true,
    });
    this.exited = once(this.process, 'exit');
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        this.output += text;
      });
    }
  }

  /**
   * The response of the server, as soon as there is one.
   * @param {string} path
   */
  async get(path) {
    for (;;) {
      assert.equal(this.process.exitCode, null, this.output);
      const response = await fetch(new URL(path, this.#url)).catch(() => undefined);
      if (response !== undefined) return response;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async stop() {
    const { pid } = this.process;
    if (pid !== undefined && this.process.exitCode === null) process.kill(-pid, 'SIGTERM');
    await this.exited;
  }
}
