import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../processes/free-port.ts';

const isInstalled = spawnSync('prometheus', ['--version']).status === 0;
if (!isInstalled) console.warn('prometheus is not installed: the tests with Prometheus are skipped.');

/** Whether tests with Prometheus are skipped. CI installs it: there they fail without it. */
export const skipsPrometheus = !isInstalled && process.env.CI === undefined;

/** A sample of an instant query. */
export interface QuerySample {
  metric: Readonly<Record<string, string>>;
  value: readonly [time: number, value: string];
}

/** A Prometheus that keeps its data in a folder of its own, until it is removed. */
export class TestPrometheus {
  readonly #url: string;
  readonly #folder: string;
  readonly #server: ChildProcess;

  private constructor(url: string, folder: string, server: ChildProcess) {
    this.#url = url;
    this.#folder = folder;
    this.#server = server;
  }

  /** Starts it with this configuration in YAML. */
  static async start(configuration: string): Promise<TestPrometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'docgraph-prometheus-'));
    const file = join(folder, 'prometheus.yaml');
    await writeFile(file, configuration);
    const address = `127.0.0.1:${await freePort()}`;
    const flags = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`];
    const server = spawn('prometheus', flags, { stdio: ['ignore', 'ignore', 'pipe'] });
    await new Promise<void>((resolve, reject) => {
      let output = '';
      server.stderr.on('data', (chunk: Buffer) => {
        output += chunk;
        if (output.includes('Server is ready to receive web requests')) resolve();
      });
      server.once('exit', () => reject(new Error(`prometheus does not start: ${output}`)));
    });
    return new TestPrometheus(`http://${address}`, folder, server);
  }

  /** Evaluates an expression now. Throws what Prometheus says against it. */
  async query(expression: string): Promise<QuerySample[]> {
    const response = await fetch(`${this.#url}/api/v1/query?${new URLSearchParams({ query: expression })}`);
    const { error, data } = (await response.json()) as { error?: string; data?: { result: QuerySample[] } };
    if (error !== undefined) throw new Error(`${expression}: ${error}`);
    return data?.result ?? [];
  }

  async remove(): Promise<void> {
    this.#server.kill('SIGKILL');
    if (this.#server.exitCode === null && this.#server.signalCode === null) await once(this.#server, 'exit');
    await rm(this.#folder, { recursive: true });
  }
}
