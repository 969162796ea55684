import type { Worker } from 'node:cluster';
import { describe, expect, it } from 'vitest';
import { DocumentBroadcast } from '../../src/cluster/document-broadcast.ts';
import type { PrimaryMessage } from '../../src/cluster/messages.ts';

const documentsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `${i}`, text: '{ __typename }', file: 'manifest.json' }));

/** A worker that keeps the versions that are sent to it. */
function startWorker() {
  const versions: number[] = [];
  const send = (message: PrimaryMessage & { kind: 'documents' }) => versions.push(message.version);
  return { worker: { send } as unknown as Worker, versions };
}

describe('documents that are reloaded while others are on their way', () => {
  it('are the current ones where they are valid and those after them are not', () => {
    const { worker, versions } = startWorker();
    const broadcast = new DocumentBroadcast(documentsOf(1));
    broadcast.reload(documentsOf(2), [worker]);
    broadcast.reload(documentsOf(3), [worker]);
    broadcast.reloaded(1, true);
    broadcast.reloaded(2, false);
    expect(versions).toEqual([1, 2]);
    expect(broadcast.loaded.documents).toBe(2);
    const replacement = startWorker();
    broadcast.sendTo(replacement.worker);
    broadcast.workerReady(replacement.worker);
    expect(replacement.versions).toEqual([1]);
  });

  it('are not replaced by older ones that another worker acknowledges later', () => {
    const broadcast = new DocumentBroadcast(documentsOf(1));
    broadcast.reload(documentsOf(2), []);
    broadcast.reload(documentsOf(3), []);
    broadcast.reloaded(2, true);
    broadcast.reloaded(1, true);
    expect(broadcast.loaded.documents).toBe(3);
  });

  it('are read in their order, also after a read that fails', async () => {
    const { worker, versions } = startWorker();
    const broadcast = new DocumentBroadcast(documentsOf(1));
    const started: string[] = [];
    const reload = (name: string, read: () => Promise<ReturnType<typeof documentsOf>>) => {
      const noted = () => {
        started.push(name);
        return read();
      };
      return broadcast.reloadFrom(noted, () => [worker]);
    };
    let finish = () => {};
    const held = new Promise<ReturnType<typeof documentsOf>>((resolve) => {
      finish = () => resolve(documentsOf(2));
    });
    const slow = reload('slow', () => held);
    const failing = reload('failing', () => Promise.reject(new Error('unreadable')));
    const last = reload('last', async () => documentsOf(3));
    await Promise.resolve();
    expect(started).toEqual(['slow']);
    finish();
    await slow;
    await expect(failing).rejects.toThrow('unreadable');
    await last;
    expect(started).toEqual(['slow', 'failing', 'last']);
    expect(versions).toEqual([1, 2]);
    broadcast.reloaded(2, true);
    expect(broadcast.loaded.documents).toBe(3);
    expect(broadcast.status).toEqual({ reloads: { success: 0, failure: 1 }, lastReloadFailed: false });
  });

  it('are all sent to a worker that started before them', () => {
    const { worker, versions } = startWorker();
    const broadcast = new DocumentBroadcast(documentsOf(1));
    broadcast.sendTo(worker);
    broadcast.reload(documentsOf(2), []);
    broadcast.reload(documentsOf(3), []);
    broadcast.workerReady(worker);
    expect(versions).toEqual([0, 1, 2]);
  });
});
