import { until } from './command.ts';
import { freePort } from './free-port.ts';
import { type Environment, GatewayProcess } from './gateway-process.ts';

/** Two gateways with ports of their own, which are restarted in turn. */
export class Fleet {
  readonly ports: readonly number[];
  readonly #environment: Environment;
  readonly #instances: GatewayProcess[];

  private constructor(ports: readonly number[], environment: Environment, instances: GatewayProcess[]) {
    this.ports = ports;
    this.#environment = environment;
    this.#instances = instances;
  }

  static async start(environment: Environment): Promise<Fleet> {
    const ports = [await freePort(), await freePort()];
    const instances = ports.map((port) => GatewayProcess.start({ ...environment, PORT: String(port) }));
    return new Fleet(ports, environment, await Promise.all(instances));
  }

  /** Stops one of the instances as an orchestrator does, and starts it anew, with other settings if given. */
  async restart(number: number, changes: Environment = {}): Promise<void> {
    const i = number % this.#instances.length;
    await this.#instances[i]?.stop();
    const PORT = String(this.ports[i]);
    this.#instances[i] = await GatewayProcess.start({ ...this.#environment, ...changes, PORT });
  }

  /** Ends a worker of one of the instances by a signal, and waits until another one gets connections in its place. */
  async replaceWorker(number: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const instance = this.#instances[number % this.#instances.length] as GatewayProcess;
    const before = instance.workers;
    process.kill(before[0] as number, signal);
    const listens = (pid: number) => new RegExp(`"pid":${pid},.*"Server listening`).test(instance.printed);
    await until(() => instance.workers.some((pid) => !before.includes(pid) && listens(pid)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#instances.map((instance) => instance.stop()));
  }
}
