import { describe, expect, it } from 'vitest';
import { memoryWithin } from '../../../src/server/settings/memory-limits.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';

const MiB = 2 ** 20;
const settings = readSettings({});
const within = (heap: number, container?: number, workers = 1) =>
  memoryWithin({ heap: heap * MiB, container: container && container * MiB }, { ...settings, workers });

describe('the limits of memory', () => {
  it('are those of the settings where the heap is large', () => {
    const {
      maxWorkBytes,
      maxUpstreamBytes,
      maxRequestUpstreamBytes,
      maxPendingBodyBytes,
      maxResponseBytes,
      maxCachedFields,
      cacheMaxBytes,
    } = settings;
    const given = { maxWorkBytes, maxUpstreamBytes, maxRequestUpstreamBytes, maxPendingBodyBytes, maxResponseBytes };
    expect(within(4144)).toEqual({ ...given, maxCachedFields, cacheMaxBytes });
  });

  it('fit into a heap of 160 MiB', () => {
    expect(within(160)).toEqual({
      maxWorkBytes: 20 * MiB,
      maxUpstreamBytes: Math.floor(9.6 * MiB),
      maxRequestUpstreamBytes: 8 * MiB,
      maxPendingBodyBytes: 12 * MiB,
      maxResponseBytes: Math.floor(6.4 * MiB),
      maxCachedFields: 5592,
      cacheMaxBytes: 8 * MiB,
    });
  });

  it('leave half of a container to what is outside the heap', () => {
    expect(within(4144, 320)).toEqual(within(160));
    expect(within(160, 4096)).toEqual(within(160));
  });

  it('share a container between its workers', () => {
    expect(within(4144, 1280, 4)).toEqual(within(160));
    expect(within(160, undefined, 4)).toEqual(within(160));
  });

  it('are not below those of 112 MiB', () => {
    expect(within(16)).toEqual(within(112));
  });
});
