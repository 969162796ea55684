import { describe, expect, it } from 'vitest';
import { type BrowserStorage, keep, storageOrMemory } from '../../src/explorer/app/browser-storage.ts';

describe('the storage of the explorer', () => {
  it.each([
    [
      'blocks it',
      () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    ],
    ['has none', () => null],
  ])('is memory where the browser %s', (_, open) => {
    const store = storageOrMemory(open);
    keep(store, 'a', '1');
    keep(store, 'b', '2');
    store.removeItem('a');
    expect([store.length, store.key(0), store.getItem('a'), store.getItem('b')]).toEqual([1, 'b', null, '2']);
  });

  it('keeps no more values where it is full', () => {
    const full: BrowserStorage = {
      ...storageOrMemory(() => null),
      setItem: () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      },
    };
    const store = storageOrMemory(() => full);
    keep(store, 'a', '1');
    expect(store.getItem('a')).toBeNull();
  });
});
