import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** The built application on a free port, over the sandbox; it keeps all that it sends and logs. */
export class Application {
  #output = '';
  /** @type {string[]} */
  #responses = [];

  /** @param {Record<string, string>} [environment] */
  static async start(environment) {
    const port = await freePort();
    const application = new Application(port, environment);
    await application.#ready();
    return application;
  }

  /**
   * @param {number} port
   * @param {Record<string, string>} [environment]
   */
  constructor(port, environment) {
    this.url = `http://127.0.0.1:${port}`;
    this.process = spawn(
      process.execPath,
      ['scripts/next.mjs', 'start', '--hostname', '127.0.0.1', '--port', String(port)],
      { cwd: folder, env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment } },
    );
    this.exited = once(this.process, 'exit');
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.#output += text;
      });
    }
  }

  get output() {
    return this.#output;
  }

  /** The heads and bodies of all responses. */
  get responses() {
    return this.#responses.join('\n');
  }

  /**
   * @param {string} path
   * @param {RequestInit} [init]
   */
  async request(path, init) {
    const response = await fetch(new URL(path, this.url), { redirect: 'manual', ...init });
    const { status, headers } = response;
    const text = await response.text();
    this.#responses.push(JSON.stringify([...headers]), text);
    return { status, headers, text };
  }

  /**
   * @param {string} query
   * @param {string} [cookie]
   * @param {object} [properties] of the request, beside `query`
   */
  async graphql(query, cookie = '', properties = {}) {
    const { status, text } = await this.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ query, ...properties }),
    });
    return { status, body: JSON.parse(text) };
  }

  /**
   * Submits the form of a page as a browser without JavaScript does.
   * @param {string} path
   * @param {{ fields?: Record<string, string>, headers?: Record<string, string> }} [options]
   */
  async submitForm(path, { fields = {}, headers = {} } = {}) {
    const page = await this.request(path, { headers });
    const body = new FormData();
    for (const [, name = '', value = ''] of page.text.matchAll(
      /<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g,
    ))
      body.set(name, unescaped(value));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return this.request(path, { method: 'POST', headers: { origin: this.url, ...headers }, body });
  }

  /**
   * @param {string} user
   * @returns the response's cookie, whole and as the browser sends it
   */
  async signIn(user) {
    const { headers } = await this.submitForm('/sign-in', { fields: { user } });
    const [setCookie = ''] = headers.getSetCookie();
    return { setCookie, cookie: setCookie.split(';', 1)[0] ?? '' };
  }

  async stop() {
    this.process.kill('SIGTERM');
    await this.exited;
  }

  async #ready() {
    const deadline = Date.now() + 30_000;
    for (;;) {
      if (Date.now() > deadline) await this.stop();
      if (this.process.exitCode !== null || this.process.signalCode !== null)
        throw new Error(`The application has ended:\n${this.#output}`);
      const isReady = await fetch(new URL('/sign-in', this.url)).then(
        () => true,
        () => false,
      );
      if (isReady) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** @param {string} html */
function unescaped(html) {
  return html.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}
