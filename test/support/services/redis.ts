import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../processes/free-port.ts';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
if (!isInstalled) console.warn('redis-server is not installed: the tests with Redis are skipped.');

/** Whether tests with Redis are skipped. CI installs it: there they fail without it. */
export const skipsRedis = !isInstalled && process.env.CI === undefined;

/** A Redis without persistence on a free loopback port. */
export class TestRedis {
  readonly #folder: string;
  readonly #port: number;
  readonly #arguments: readonly string[];
  #server: ChildProcess | undefined;

  readonly #scheme: 'redis' | 'rediss';

  private constructor(folder: string, port: number, args: readonly string[], scheme: 'redis' | 'rediss' = 'redis') {
    this.#folder = folder;
    this.#port = port;
    this.#arguments = args;
    this.#scheme = scheme;
  }

  static async start(...args: string[]): Promise<TestRedis> {
    const redis = new TestRedis(await mkdtemp(join(tmpdir(), 'docgraph-redis-')), await freePort(), args);
    await redis.start();
    return redis;
  }

  /** One that is reached by TLS alone, at `localhost`. */
  static async startSecure(certFile: string, keyFile: string): Promise<TestRedis> {
    const port = await freePort();
    const tls = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', certFile];
    const args = ['--port', '0', '--tls-port', `${port}`, ...tls, '--tls-auth-clients', 'no'];
    const redis = new TestRedis(await mkdtemp(join(tmpdir(), 'docgraph-redis-')), port, args, 'rediss');
    await redis.start();
    return redis;
  }

  get url(): string {
    return `${this.#scheme}://${this.#scheme === 'rediss' ? 'localhost' : '127.0.0.1'}:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  /** It becomes a replica of another one, and keeps its connections. */
  async demote(to: TestRedis): Promise<void> {
    await this.use((client) => client.replicaof('127.0.0.1', to.port));
  }

  /** It ceases to be a replica, and keeps its data. */
  async promote(): Promise<void> {
    await this.use((client) => client.replicaof('NO', 'ONE'));
  }

  /** Whether it is a replica that has the data of the other one. */
  async isInSync(): Promise<boolean> {
    return (await this.use((client) => client.info('replication'))).includes('master_link_status:up');
  }

  /** Starts it again on its port, after `kill`. */
  async start(): Promise<void> {
    const persistence = ['--save', '', '--appendonly', 'no'];
    const server = spawn(
      'redis-server',
      ['--port', `${this.#port}`, '--bind', '127.0.0.1', '--dir', this.#folder, ...persistence, ...this.#arguments],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.#server = server;
    let output = '';
    for await (const chunk of server.stdout) {
      output += chunk;
      if (output.includes('Ready to accept connections')) break;
    }
    if (server.exitCode !== null) throw new Error(`redis-server does not start: ${output}`);
    server.stdout.resume();
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  /** It keeps its connections, and replies to nothing until `resume`. */
  freeze(): void {
    this.#server?.kill('SIGSTOP');
  }

  resume(): void {
    this.#server?.kill('SIGCONT');
  }

  /** Runs commands on a connection of their own. */
  async use<Result>(commands: (client: Redis) => Promise<Result>): Promise<Result> {
    const client = new Redis(this.url);
    try {
      return await commands(client);
    } finally {
      client.disconnect();
    }
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true });
  }
}
