import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../processes/free-port.ts';
import { type Environment, GatewayProcess } from '../processes/gateway-process.ts';
import { readMetrics, type Samples, sumOf } from '../services/metrics.ts';
import { type NameServer, startNameServer } from './name-server.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** The addresses of the replicas: on Linux, all of 127.0.0.0/8 is loopback. */
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];

const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Three gateways as `deploy/compose/replicas.yaml` has them: behind its nginx, which finds them by their name, and with a proxy of their own
 * between each of them and Redis.
 */
export class ReplicatedGateway {
  readonly url: string;
  readonly proxies: readonly TcpProxy[];
  readonly #environment: Environment;
  readonly #port: number;
  readonly #folder: string;
  readonly #names: NameServer;
  readonly #nginx: ChildProcess;
  readonly #replicas: GatewayProcess[] = [];

  private constructor(
    environment: Environment,
    ports: { readonly own: number; readonly gateways: number },
    folder: string,
    names: NameServer,
    nginx: ChildProcess,
    proxies: readonly TcpProxy[],
  ) {
    this.url = `http://127.0.0.1:${ports.own}`;
    this.#environment = environment;
    this.#port = ports.gateways;
    this.#folder = folder;
    this.#names = names;
    this.#nginx = nginx;
    this.proxies = proxies;
  }

  static async start(redisPort: number, environment: Environment): Promise<ReplicatedGateway> {
    const folder = await mkdtemp(join(tmpdir(), 'docgraph-replicas-'));
    const names = await startNameServer(addresses);
    const ports = { own: await freePort(), gateways: await freePort() };
    const path = join(folder, 'nginx.conf');
    await writeFile(path, await configuration(folder, names.port, ports.own, ports.gateways));
    const options = `daemon off; master_process off; pid ${folder}/nginx.pid;`;
    const nginx = spawn('/usr/sbin/nginx', ['-p', folder, '-c', path, '-e', 'stderr', '-g', options], {
      stdio: 'ignore',
    });
    const proxies = await Promise.all(addresses.map(() => TcpProxy.start(redisPort)));
    const gateway = new ReplicatedGateway(environment, ports, folder, names, nginx, proxies);
    await Promise.all(addresses.map((_address, i) => gateway.startReplica(i)));
    return gateway;
  }

  get count(): number {
    return addresses.length;
  }

  /** Starts a replica, for the first time or after `kill` or `stop`. */
  async startReplica(i: number): Promise<void> {
    this.#replicas[i] = await GatewayProcess.start({
      ...this.#environment,
      HOST: addresses[i] as string,
      PORT: `${this.#port}`,
      REDIS_URL: `redis://127.0.0.1:${this.proxies[i]?.port}`,
    });
  }

  async kill(i: number): Promise<void> {
    await this.#replicas[i]?.kill();
  }

  /** Stops it as an orchestrator does. */
  async stop(i: number): Promise<void> {
    await this.#replicas[i]?.stop();
  }

  /** Resident memory of a replica, in bytes. */
  rssOf(i: number): number {
    return this.#replicas[i]?.rssBytes ?? 0;
  }

  /** The metrics of a replica; undefined while it does not respond. */
  async metricsOf(i: number): Promise<Samples | undefined> {
    return readMetrics(`http://${addresses[i]}:${this.#port}/metrics`).catch(() => undefined);
  }

  /** Waits until each replica uses Redis. */
  async untilShared(): Promise<void> {
    const areUp = async () => (await Promise.all(addresses.map((_address, i) => this.#isUp(i)))).every(Boolean);
    while (!(await areUp())) await setTimeout(50);
  }

  async close(): Promise<void> {
    this.#nginx.kill('SIGTERM');
    await Promise.all(this.#replicas.map((replica) => replica.kill()));
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
    this.#names.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #isUp(i: number): Promise<boolean> {
    const samples = await this.metricsOf(i);
    return samples !== undefined && sumOf(samples, 'docgraph_redis_up') === 1;
  }
}

/** The configuration that is shipped, with folders and ports of this machine, and its own name server. */
async function configuration(folder: string, names: number, own: number, gateways: number): Promise<string> {
  const shipped = await readFile(new URL('../../../deploy/compose/nginx.conf', import.meta.url), 'utf8');
  const folders = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  return shipped
    .replace('http {', `http {\naccess_log off;\n${folders.join('\n')}`)
    .replace('127.0.0.11', `127.0.0.1:${names} ipv6=off`)
    .replace('listen 8080', `listen 127.0.0.1:${own}`)
    .replace('gateway:4000', `gateway:${gateways}`);
}
