import type { Serializable } from 'node:child_process';
import type { Worker } from 'node:cluster';

/** What Node's cluster module sends to a worker along with a connection: `seq` is the number of the message. */
interface ConnectionMessage {
  cmd: 'NODE_CLUSTER';
  act: 'newconn';
  seq: number;
}

interface Handle {
  close(): void;
}

/**
 * Ends the wait for a worker that dies before it has accepted a connection. Node hands a connection to a worker and keeps it
 * until the worker acknowledges it. If the worker dies first, for example because it hangs, Node keeps the connection for
 * ever, and its client waits. Here the connection is passed on to another worker, as if the worker had rejected it; where
 * `hasOthers` tells that there is none, it is closed.
 *
 * It depends on messages that Node does not document. If they change, it has no effect.
 */
export function releaseConnections(worker: Worker, hasOthers: () => boolean): void {
  const unacknowledged = new Map<number, Handle>();
  const child = worker.process;
  const send = child.send.bind(child) as (...parameters: unknown[]) => boolean;
  child.send = (message: Serializable, ...others: unknown[]) => {
    if (isConnection(message)) unacknowledged.set(message.seq, others[0] as Handle);
    return send(message, ...others);
  };
  child.on('internalMessage', ({ ack }: { ack?: number }) => {
    if (ack !== undefined) unacknowledged.delete(ack);
  });
  // With such connections, Node may not notice that the worker is disconnected, and hand it more of them.
  child.prependOnceListener('exit', () => {
    if (unacknowledged.size > 0 && child.connected) child.disconnect();
  });
  child.once('exit', () => {
    for (const [ack, handle] of unacknowledged) {
      if (hasOthers()) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
      else handle.close();
    }
    unacknowledged.clear();
  });
}

function isConnection(message: unknown): message is ConnectionMessage {
  return typeof message === 'object' && message !== null && 'act' in message && message.act === 'newconn';
}
