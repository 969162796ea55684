import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../processes/free-port.ts';

const programs = { nginx: '/usr/sbin/nginx', haproxy: '/usr/sbin/haproxy' } as const;

export type BalancerName = keyof typeof programs;

/** Those that are installed. CI installs all: there, a test fails without one. */
export const balancers = (Object.keys(programs) as BalancerName[]).filter(
  (name) => process.env.CI !== undefined || existsSync(programs[name]),
);
for (const name of Object.keys(programs) as BalancerName[]) {
  if (!balancers.includes(name)) console.warn(`${name} is not installed: the tests behind it are skipped.`);
}

/** In characters. */
const maxLogLength = 20_000;

/** What nginx logs of an instance that is stopped, for each request. */
const refusals = /^.* connect\(\) failed \(111: Connection refused\).*\n/gm;

/** A load balancer with its configuration of `deploy/proxies/`. */
export class LoadBalancer {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  #log = '';

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#log = (this.#log + chunk).replaceAll(refusals, '').slice(-maxLogLength);
      });
  }

  /** The last lines that it has logged: they say why it has given responses of its own. */
  get log(): string {
    return this.#log;
  }

  /** Starts it in front of the two instances at these ports, or at other addresses of its configuration. */
  static async start(
    name: BalancerName,
    ports: readonly number[],
    file = name === 'nginx' ? 'nginx.conf' : 'haproxy.cfg',
  ): Promise<LoadBalancer> {
    const folder = await mkdtemp(join(tmpdir(), `docgraph-${name}-`));
    const port = await freePort();
    const shipped = await readFile(new URL(`../../../deploy/proxies/${file}`, import.meta.url), 'utf8');
    const path = join(folder, file);
    await writeFile(path, atPorts(name === 'nginx' ? withFolders(shipped, folder) : shipped, port, ports));
    const child = spawn(programs[name], argumentsOf(name, path, folder), { stdio: ['ignore', 'pipe', 'pipe'] });
    const balancer = new LoadBalancer(`http://127.0.0.1:${port}`, child, folder);
    await balancer.#untilListening();
    return balancer;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null) {
      this.#child.kill('SIGTERM');
      await once(this.#child, 'exit');
    }
    await rm(this.#folder, { recursive: true });
  }

  async #untilListening(): Promise<void> {
    while (
      !(await fetch(`${this.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (this.#child.exitCode !== null)
        throw new Error(`The load balancer ended with code ${this.#child.exitCode}: ${this.#log}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

function argumentsOf(name: BalancerName, path: string, folder: string): string[] {
  if (name === 'haproxy') return ['-db', '-f', path];
  return ['-p', folder, '-c', path, '-e', 'stderr', '-g', `daemon off; master_process off; pid ${folder}/nginx.pid;`];
}

function withFolders(configuration: string, folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const lines = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  return configuration.replace('http {', `http {\naccess_log off;\n${lines.join('\n')}`);
}

function atPorts(configuration: string, port: number, instances: readonly number[]): string {
  return instances
    .reduce((text, instance, i) => text.replaceAll(`127.0.0.1:${4000 + i}`, `127.0.0.1:${instance}`), configuration)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
}
