import { HistoryStore, StorageAPI } from '@graphiql/toolkit';
import { describe, expect, it } from 'vitest';
import { type BrowserStorage, storageOrMemory } from '../../src/explorer/app/browser-storage.ts';
import { storageWithoutHeaders } from '../../src/explorer/app/storage.ts';

const memory = () => storageOrMemory(() => null);

/** GraphiQL's history in a browser tab, of those that share a storage. */
function historyOf(storage: BrowserStorage): HistoryStore {
  return new HistoryStore(new StorageAPI(storageWithoutHeaders('{}', () => {}, storage, memory())), 20);
}

const request = (name: string) => ({ query: `{ ${name} }`, headers: '{}' });
const namesIn = (items: readonly { query?: string | undefined }[]) =>
  items.map(({ query = '' }) => query.replaceAll(/\W/g, ''));

/** What a tab that is opened later has. */
const stored = (storage: BrowserStorage) => namesIn(historyOf(storage).queries);

describe('the history of two browser tabs', () => {
  it('has the requests of both, in the order of their execution', () => {
    const storage = memory();
    const [one, other] = [historyOf(storage), historyOf(storage)];
    one.updateHistory(request('a'));
    other.updateHistory(request('b'));
    one.updateHistory(request('c'));
    one.updateHistory(request('a'));
    expect(stored(storage)).toEqual(['a', 'b', 'c', 'a']);
  });

  it('has no request that one of them has deleted', () => {
    const storage = memory();
    historyOf(storage).updateHistory(request('a'));
    const [one, other] = [historyOf(storage), historyOf(storage)];
    one.deleteHistory(request('a'));
    other.updateHistory(request('b'));
    other.updateHistory(request('c'));
    expect(stored(storage)).toEqual(['b', 'c']);
  });

  it('has the favorites of both, and the label that one gave', () => {
    const storage = memory();
    for (const name of ['a', 'b', 'c']) historyOf(storage).updateHistory(request(name));
    const [one, other] = [historyOf(storage), historyOf(storage)];
    one.toggleFavorite({ ...request('a'), favorite: false });
    other.toggleFavorite({ ...request('b'), favorite: false });
    one.editLabel({ ...request('c'), label: 'third' });
    const later = historyOf(storage);
    expect(later.queries).toMatchObject([
      { query: '{ c }', label: 'third' },
      { query: '{ a }', favorite: true },
      { query: '{ b }', favorite: true },
    ]);
  });

  it('has at most 20 requests, the last ones', () => {
    const storage = memory();
    const tabs = [historyOf(storage), historyOf(storage)];
    for (let i = 0; i < 60; i++) tabs[i % 2]?.updateHistory(request(`r${i}`));
    expect(stored(storage)).toEqual(Array.from({ length: 20 }, (_, i) => `r${i + 40}`));
  });

  it('loses nothing where the storage was full for a while', () => {
    const storage = memory();
    let isFull = true;
    const full = {
      ...storage,
      setItem: (key: string, value: string) => {
        if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        storage.setItem(key, value);
      },
    };
    const history = historyOf(full);
    history.updateHistory(request('a'));
    isFull = false;
    history.updateHistory(request('b'));
    expect(stored(storage)).toEqual(['a', 'b']);
  });
});
