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

  /** Stops one of the instances as an orchestrator does, and starts it anew. */
  async restart(number: number): Promise<void> {
    const i = number % this.#instances.length;
    await this.#instances[i]?.stop();
    this.#instances[i] = await GatewayProcess.start({ ...this.#environment, PORT: String(this.ports[i]) });
  }

  /** Kills a worker of one of the instances, and waits until another one has replaced it. */
  async killWorker(number: number): Promise<void> {
    const instance = this.#instances[number % this.#instances.length] as GatewayProcess;
    const before = instance.workers;
    process.kill(before[0] as number, 'SIGKILL');
    const isReplaced = () =>
      instance.workers.length === before.length && !instance.workers.includes(before[0] as number);
    while (!isReplaced()) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#instances.map((instance) => instance.stop()));
  }
}
