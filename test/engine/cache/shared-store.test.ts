import { describe, expect, it } from 'vitest';
import { CacheKeys } from '../../../src/engine/cache/cache-key.ts';
import type { RemoteEntry, RemoteResult, RemoteStore } from '../../../src/engine/cache/remote-store.ts';
import { ResultSources } from '../../../src/engine/cache/result-sources.ts';
import { SharedStore } from '../../../src/engine/cache/shared-store.ts';

/** A remote store that says what it is told to, and remembers the last entry. */
class ScriptedStore implements RemoteStore {
  readonly isUp = true;
  kept: RemoteEntry | undefined;
  clock = 'e:1';
  result: RemoteResult = 'missing';

  async lookUp() {
    return { clock: this.clock, now: performance.now(), results: [this.result] };
  }

  keep(entry: RemoteEntry): void {
    this.kept = entry;
  }

  remove(): void {}
  release(): void {}
  async invalidate() {
    return true;
  }
}

/** A store with one entry, whose body this process has: a look-up then finds no more than that. */
async function withOneEntry() {
  const remote = new ScriptedStore();
  const store = new SharedStore(remote, new CacheKeys('http://service', { secret: 's'.repeat(32), version: '1' }), 1e6);
  const now = performance.now();
  const validity = { startedAt: now, expiresAt: now + 60_000, expiresOn: Date.now() + 60_000, checkedAt: 'e:1' };
  const headers = { etag: '"1"' };
  const validators = { etag: '"1"', lastModified: undefined, headers };
  store.keep('key', Buffer.from('{}'), { ...validity, tags: ['Space:s'], validators });
  const { version = '', tags } = remote.kept ?? {};
  const found = { version, remainingMs: 60_000, startedAt: now, tags, body: undefined };
  return { remote, store, found };
}

describe('an entry of a shared store', () => {
  it('that is current counts as being as new as the look-up', async () => {
    const { remote, store, found } = await withOneEntry();
    remote.clock = 'e:5';
    remote.result = found;
    expect((await store.lookUpOne('key')).entry?.checkedAt).toBe('e:5');
  });

  it('that was invalidated since is not taken for newer by who still uses it', async () => {
    const { remote, store, found } = await withOneEntry();
    remote.clock = 'e:5';
    remote.result = found;
    const { entry } = await store.lookUpOne('key');
    remote.clock = 'e:7';
    remote.result = { ...found, isCurrent: false, lease: 'granted' };
    const { old } = await store.lookUpOne('key');
    expect(old?.response).toBe(entry);
    expect(entry?.checkedAt).toBe('e:5');
  });
});

describe('a result in a shared store', () => {
  it('has the tags of the entries that it was made of', async () => {
    const { remote, store, found } = await withOneEntry();
    remote.result = found;
    const { entry } = await store.lookUpOne('key');
    const sources = new ResultSources();
    sources.add(entry);
    store.keepResult('result', Buffer.from('{}'), sources);
    expect(found.tags).toHaveLength(2);
    expect(remote.kept).toMatchObject({ key: 'result', tags: found.tags });
  });
});
