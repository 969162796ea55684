import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ManifestWatcher } from '../../../../src/server/admission/trusted-documents/manifest-watcher.ts';
import { temporaryFolders } from '../../../support/gateways/manifests.ts';

const folderWith = temporaryFolders();
const intervalMs = 20;

/** Watches a path; returns the number of changes so far. */
async function watch(path: string): Promise<() => number> {
  let changes = 0;
  const watcher = await ManifestWatcher.create(path, intervalMs);
  watcher.start(() => changes++);
  return () => changes;
}

const severalIntervals = () => new Promise((resolve) => setTimeout(resolve, 10 * intervalMs));

describe('a change of manifests is reported', () => {
  it('where a file is replaced', async () => {
    const folder = await folderWith({ 'a.json': {}, 'b.json': {} });
    const changes = await watch(join(folder, 'a.json'));
    await writeFile(join(folder, 'new'), '{}');
    await rename(join(folder, 'new'), join(folder, 'a.json'));
    await expect.poll(changes).toBe(1);
  });

  it('where a file of a folder is added, changed, or removed', async () => {
    const folder = await folderWith({ 'a.json': {} });
    const changes = await watch(folder);
    await writeFile(join(folder, 'b.json'), '{}');
    await expect.poll(changes).toBe(1);
    await writeFile(join(folder, 'b.json'), '{ }');
    await expect.poll(changes).toBe(2);
    await rm(join(folder, 'a.json'));
    await expect.poll(changes).toBe(3);
  });

  it('where Kubernetes replaces the folder of a ConfigMap by a link to another one', async () => {
    const folder = await folderWith({});
    const version = async (name: string, text: string) => {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'manifest.json'), text);
      await symlink(name, join(folder, '..data_tmp'));
      await rename(join(folder, '..data_tmp'), join(folder, '..data'));
    };
    await version('..1', '{}');
    await symlink('..data/manifest.json', join(folder, 'manifest.json'));
    const changes = await watch(folder);
    await version('..2', '{}');
    await expect.poll(changes).toBe(1);
  });

  it('once, where it cannot be read any more, and where it can be read again', async () => {
    const folder = await folderWith({ 'a.json': {} });
    const changes = await watch(folder);
    await rm(join(folder, 'a.json'));
    await expect.poll(changes).toBe(1);
    await severalIntervals();
    expect(changes()).toBe(1);
    await writeFile(join(folder, 'a.json'), '{}');
    await expect.poll(changes).toBe(2);
  });
});

describe('nothing is reported', () => {
  it('where nothing changes, or other files do', async () => {
    const folder = await folderWith({ 'a.json': {} });
    const changes = await watch(folder);
    await writeFile(join(folder, 'notes.txt'), 'x');
    await severalIntervals();
    expect(changes()).toBe(0);
  });
});
