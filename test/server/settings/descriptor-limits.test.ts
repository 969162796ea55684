import { describe, expect, it } from 'vitest';
import { connectionsWithin, descriptorsIn } from '../../../src/server/settings/descriptor-limits.ts';

const settings = { maxConnections: 10_000, upstreamConnections: 96 };

describe('the number of client connections', () => {
  it.each([
    [undefined, 10_000],
    [1_048_576, 10_000],
    [10_184, 10_000],
    [10_183, 9_999],
    [1024, 840],
    [256, 72],
    [200, 16],
    [20, 16],
  ])('leaves descriptors for the service: %s descriptors, %s connections', (descriptors, connections) => {
    expect(connectionsWithin(descriptors, settings)).toBe(connections);
  });

  it('leaves more for more connections to the service', () => {
    expect(connectionsWithin(2048, { ...settings, upstreamConnections: 1024 })).toBe(704);
    expect(connectionsWithin(1024, { ...settings, upstreamConnections: 1 })).toBe(1024 - 64 - 1 - 4);
  });
});

describe('the number of descriptors', () => {
  const lines = (value: string) =>
    `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${value}  4096  files\n`;

  it.each([
    ['256', 256],
    ['unlimited', undefined],
  ])('is the soft limit: %s', (value, expected) => {
    expect(descriptorsIn(lines(value))).toBe(expected);
  });

  it('is not known of another text', () => {
    expect(descriptorsIn('')).toBeUndefined();
  });
});
