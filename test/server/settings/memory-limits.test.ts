import { describe, expect, it } from 'vitest';
import { memoryWithin } from '../../../src/server/settings/memory-limits.ts';
import { readSettings } from '../../../src/server/settings.ts';

const MiB = 2 ** 20;
const settings = readSettings({});
const within = (heap: number, container?: number) =>
  memoryWithin({ heap: heap * MiB, container: container && container * MiB }, settings);

describe('the limits of memory', () => {
  it('are those of the settings where the heap is large', () => {
    const { maxWorkBytes, maxTotalBytes, maxRequestBytes, maxPendingBodyBytes, maxResponseBytes, maxCachedFields } =
      settings;
    const given = { maxWorkBytes, maxTotalBytes, maxRequestBytes, maxPendingBodyBytes, maxResponseBytes };
    expect(within(4144)).toEqual({ ...given, maxCachedFields });
  });

  it('fit into a heap of 128 MiB', () => {
    expect(within(128)).toEqual({
      maxWorkBytes: 24 * MiB,
      maxTotalBytes: 12 * MiB,
      maxRequestBytes: 8 * MiB,
      maxPendingBodyBytes: 12 * MiB,
      maxResponseBytes: Math.floor(6.4 * MiB),
      maxCachedFields: 8388,
    });
  });

  it('leave half of a container to what is outside the heap', () => {
    expect(within(4144, 256)).toEqual(within(128));
    expect(within(128, 4096)).toEqual(within(128));
  });

  it('are not below those of 80 MiB', () => {
    expect(within(16)).toEqual(within(80));
  });
});
