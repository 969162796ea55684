import { setTimeout } from 'node:timers/promises';
import { freePort } from '../processes/free-port.ts';
import { TestRedis } from './redis.ts';

const slots = 16_384;

/** A Redis Cluster of three nodes without replicas. */
export class TestRedisCluster {
  readonly nodes: readonly TestRedis[];

  private constructor(nodes: readonly TestRedis[]) {
    this.nodes = nodes;
  }

  static async start(...args: string[]): Promise<TestRedisCluster> {
    const buses = [await freePort(), await freePort(), await freePort()];
    const nodes = await Promise.all(
      buses.map((bus) =>
        TestRedis.start(
          ...['--cluster-enabled', 'yes', '--cluster-port', `${bus}`, '--cluster-node-timeout', '1000', ...args],
        ),
      ),
    );
    const cluster = new TestRedisCluster(nodes);
    for (const [i, node] of nodes.entries()) {
      const [first, last] = [Math.ceil((i * slots) / 3), Math.ceil(((i + 1) * slots) / 3) - 1];
      await node.use((client) => client.call('CLUSTER', 'ADDSLOTSRANGE', first, last));
      const { port } = new URL(node.url);
      await nodes[0]?.use((client) => client.call('CLUSTER', 'MEET', '127.0.0.1', port, buses[i] as number));
    }
    await cluster.untilComplete();
    return cluster;
  }

  /** Waits until each node knows that all slots are served. */
  async untilComplete(): Promise<void> {
    for (const node of this.nodes) {
      while (!(await node.use((client) => client.cluster('INFO'))).includes('cluster_state:ok')) await setTimeout(50);
    }
  }

  async flush(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.use((client) => client.flushall())));
  }

  /** The node that has a key that matches a pattern. */
  async nodeWith(pattern: string): Promise<TestRedis | undefined> {
    for (const node of this.nodes) {
      if ((await node.use((client) => client.keys(pattern))).length > 0) return node;
    }
    return undefined;
  }

  /** Moves a slot to another node, without its keys. */
  async moveSlot(slot: number, to: TestRedis): Promise<void> {
    const id = await to.use((client) => client.cluster('MYID'));
    for (const node of [to, ...this.nodes.filter((one) => one !== to)]) {
      await node.use(async (client) => {
        await client.flushall();
        await client.cluster('SETSLOT', slot, 'NODE', id);
        // Otherwise, the former owner may claim it again.
        if (node === to) await client.call('CLUSTER', 'BUMPEPOCH');
      });
    }
  }

  async remove(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.remove()));
  }
}
