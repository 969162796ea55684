import { describe, expect, it } from 'vitest';
import { ConnectionsByAddress } from '../../../src/server/transport/connections-by-address.ts';

/** How many of 100 connections an address gets, after those of others. */
function filled(connections: ConnectionsByAddress, address: string, others = 0): number {
  let count = 0;
  for (; connections.mayOpen(address, 100 - others - count); count++) connections.opened(address);
  return count;
}

describe('connections by address', () => {
  it('leave a quarter to others, and a quarter of that to others still', () => {
    const connections = new ConnectionsByAddress();
    expect(filled(connections, 'a')).toBe(75);
    expect(filled(connections, 'b', 75)).toBe(19);
    expect(filled(connections, 'c', 94)).toBe(5);
  });

  it('are free again when they are closed', () => {
    const connections = new ConnectionsByAddress();
    filled(connections, 'a');
    for (let i = 0; i < 75; i++) connections.closed('a');
    expect(filled(connections, 'a')).toBe(75);
  });

  it('are as many as there are where these are few', () => {
    const connections = new ConnectionsByAddress();
    expect([3, 2, 1, 0].map((free) => [connections.mayOpen('a', free), connections.opened('a')][0])).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
