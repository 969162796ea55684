import type { ChildProcess, Serializable } from 'node:child_process';
import type { Worker } from 'node:cluster';
import { untilUnchanged } from '../server/runtime/event-loop.ts';

/** What Node's cluster module sends to a worker along with a connection: `seq` is the number of the message. */
interface ConnectionMessage {
  cmd: 'NODE_CLUSTER';
  act: 'newconn';
  seq: number;
  /** The port that the connection came to. */
  key: string;
}

interface Handle {
  close(): void;
}

/**
 * The connections that the primary process accepts and hands to workers.
 *
 * It depends on messages that Node does not document. If they change, it has no effect.
 */
export class HandedConnections {
  /** For each running worker the key of the port, once it was handed a connection. */
  readonly #keys = new Map<ChildProcess, string>();
  #handed = 0;
  #acknowledged = 0;

  /**
   * Ends the wait for a worker that dies before it has accepted a connection. Node hands a connection to a worker and keeps it
   * until the worker acknowledges it. If the worker dies first, for example because it hangs, Node keeps the connection for
   * ever, and its client waits. Here the connection is passed on to another worker, as if the worker had rejected it; where
   * `hasOthers` tells that there is none, it is closed.
   */
  watch(worker: Worker, hasOthers: () => boolean): void {
    const unacknowledged = new Map<number, Handle>();
    const child = worker.process;
    const send = child.send.bind(child) as (...parameters: unknown[]) => boolean;
    child.send = (message: Serializable, ...others: unknown[]) => {
      if (isConnection(message)) {
        this.#handed++;
        this.#keys.set(child, message.key);
        unacknowledged.set(message.seq, others[0] as Handle);
      }
      return send(message, ...others);
    };
    child.on('internalMessage', ({ ack }: { ack?: number }) => {
      if (ack !== undefined && unacknowledged.delete(ack)) this.#acknowledged++;
    });
    // With such connections, Node may not notice that the worker is disconnected, and hand it more of them.
    child.prependOnceListener('exit', () => {
      if (unacknowledged.size > 0 && child.connected) child.disconnect();
    });
    child.once('exit', () => {
      this.#keys.delete(child);
      this.#acknowledged += unacknowledged.size;
      for (const [ack, handle] of unacknowledged) {
        if (hasOthers()) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
        else handle.close();
      }
      unacknowledged.clear();
    });
  }

  /**
   * Closes the port, when workers have all connections that clients have opened, or after `limitMs`. A worker that closes it itself rejects those
   * that are on their way to it, and they are reset where all workers do.
   */
  async closePort(limitMs: number): Promise<void> {
    // A worker is handed the next one when it has acknowledged the one before.
    const isPending = () => this.#acknowledged < this.#handed;
    await untilUnchanged(() => this.#handed, limitMs, isPending);
    for (const [child, key] of this.#keys) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', act: 'close', key });
  }
}

function isConnection(message: unknown): message is ConnectionMessage {
  return typeof message === 'object' && message !== null && 'act' in message && message.act === 'newconn';
}
