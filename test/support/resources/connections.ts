import { expect } from 'vitest';
import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { queriesOf } from '../execution/expectations.ts';
import { operationsOf, type TestGateway } from '../gateways/gateway.ts';

/** A connection field and its expected nodes. */
export interface ConnectionCase {
  /** The document; `window`, such as `first: 2, after: "…"`, is among the field's arguments, `selection` its selection. */
  document: (window: string, selection: string) => string;
  /** The path of the connection in the data. */
  at: readonly string[];
  /** The selection on a node. */
  node: string;
  /** The REST operation of the list. */
  endpoint: Endpoint;
  /** The expected nodes of the whole list, in order. */
  nodes: readonly unknown[];
  /** Number of nodes per window; the list must fill several windows. */
  size?: number;
}

interface Window {
  edges: { cursor: string; node: unknown }[];
  nodes: unknown[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}

/**
 * Walks a connection to its end, with one REST call per window, and checks everything that connections guarantee: every
 * node once and in order, cursors, pageInfo, totalCount, a start after any edge, and one item for a count alone.
 */
export async function expectConnection(gateway: TestGateway, connection: ConnectionCase): Promise<void> {
  const { nodes, size = 2 } = connection;
  expect(nodes.length, 'the list must fill several windows').toBeGreaterThan(size);
  const windows = await walk(gateway, connection);
  expect(windows.flatMap((window) => window.nodes)).toEqual(nodes);
  expect(windows).toHaveLength(Math.ceil(nodes.length / size));
  for (const [i, { edges, nodes: given, totalCount, pageInfo }] of windows.entries()) {
    expect(edges.map(({ node }) => node)).toEqual(given);
    expect(totalCount).toBe(nodes.length);
    expect(pageInfo).toEqual({
      hasNextPage: i < windows.length - 1,
      hasPreviousPage: i > 0,
      startCursor: edges[0]?.cursor,
      endCursor: edges.at(-1)?.cursor,
    });
  }
  await expectAnyStart(gateway, connection, windows);
  await expectCountAlone(gateway, connection);
  await expectLimits(gateway, connection);
}

const windowSelection = (node: string) =>
  `{ edges { cursor node ${node} } nodes ${node} totalCount
     pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;

async function walk(gateway: TestGateway, connection: ConnectionCase): Promise<Window[]> {
  const windows: Window[] = [];
  let after: string | undefined;
  do {
    const window = await read(gateway, connection, after);
    windows.push(window);
    after = window.pageInfo.hasNextPage ? window.pageInfo.endCursor : undefined;
  } while (after !== undefined && windows.length <= connection.nodes.length);
  return windows;
}

async function read(gateway: TestGateway, connection: ConnectionCase, after?: string, calls = 1): Promise<Window> {
  const { document, at, node, endpoint, size = 2 } = connection;
  const window = `first: ${size}${after === undefined ? '' : `, after: "${after}"`}`;
  const result = await gateway.execute(document(window, windowSelection(node)));
  expect(result.errors).toBeUndefined();
  expect(queriesOf(result.calls, endpoint).length).toBeLessThanOrEqual(calls);
  return inside(result.data, at) as Window;
}

async function expectAnyStart(gateway: TestGateway, connection: ConnectionCase, windows: Window[]): Promise<void> {
  const { nodes, size = 2 } = connection;
  const cursors = windows.flatMap(({ edges }) => edges.map(({ cursor }) => cursor));
  expect(new Set(cursors).size).toBe(nodes.length);
  const from = 1;
  // A window that starts inside a REST page may extend to the next one.
  const { nodes: given } = await read(gateway, connection, cursors[from - 1], 2);
  expect(given).toEqual(nodes.slice(from, from + size));
}

async function expectCountAlone(gateway: TestGateway, { document, at, endpoint, nodes }: ConnectionCase) {
  const { data, calls, errors } = await gateway.execute(document('first: 10', '{ totalCount }'));
  expect(errors).toBeUndefined();
  expect(inside(data, at)).toEqual({ totalCount: nodes.length });
  expect(queriesOf(calls, endpoint)).toEqual([expect.objectContaining({ limit: '1' })]);
}

async function expectLimits(gateway: TestGateway, { document, at, endpoint }: ConnectionCase): Promise<void> {
  const { errors, calls } = await gateway.execute(document('first: 1001', '{ totalCount nodes { __typename } }'));
  expect(errors).toHaveLength(1);
  expect(errors?.[0]).toMatchObject({ path: at, extensions: { code: 'BAD_USER_INPUT' } });
  expect(operationsOf(calls)).not.toContain(endpoint.id);
}

/** The value at a path in the data. */
export function inside(data: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], data);
}
