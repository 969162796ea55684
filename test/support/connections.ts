import { expect } from 'vitest';
import type { Operation } from '../../src/engine/contract/operation.ts';
import { queriesOf } from './expectations.ts';
import { operationsOf, type TestGateway } from './gateway.ts';

/** A field that is a connection, and what it has to give. */
export interface ConnectionCase {
  /** The operation with `window`, like `first: 2, after: "…"`, among the field's arguments and `selection` as its own. */
  document: (window: string, selection: string) => string;
  /** Where the connection stands in the data. */
  at: readonly string[];
  /** What is selected on a node. */
  node: string;
  /** The list operation behind it. */
  operation: Operation;
  /** The nodes of the whole list as they must come, in order. */
  nodes: readonly unknown[];
  /** How many nodes are asked for at once; there must be enough for several windows. */
  size?: number;
}

interface Window {
  edges: { cursor: string; node: unknown }[];
  nodes: unknown[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}

/**
 * Walks a connection to its end, one REST call a window, and checks all that a connection promises: every node once and
 * in order, cursors, pageInfo, totalCount; that a walk can start behind any edge; that counting alone asks for one item.
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
  const { document, at, node, operation, size = 2 } = connection;
  const window = `first: ${size}${after === undefined ? '' : `, after: "${after}"`}`;
  const answer = await gateway.ask(document(window, windowSelection(node)));
  expect(answer.errors).toBeUndefined();
  expect(queriesOf(answer.calls, operation).length).toBeLessThanOrEqual(calls);
  return inside(answer.data, at) as Window;
}

async function expectAnyStart(gateway: TestGateway, connection: ConnectionCase, windows: Window[]): Promise<void> {
  const { nodes, size = 2 } = connection;
  const cursors = windows.flatMap(({ edges }) => edges.map(({ cursor }) => cursor));
  expect(new Set(cursors).size).toBe(nodes.length);
  const from = 1;
  // A window that starts inside a REST page may reach into the next.
  const { nodes: given } = await read(gateway, connection, cursors[from - 1], 2);
  expect(given).toEqual(nodes.slice(from, from + size));
}

async function expectCountAlone(gateway: TestGateway, { document, at, operation, nodes }: ConnectionCase) {
  const { data, calls, errors } = await gateway.ask(document('first: 10', '{ totalCount }'));
  expect(errors).toBeUndefined();
  expect(inside(data, at)).toEqual({ totalCount: nodes.length });
  expect(queriesOf(calls, operation)).toEqual([expect.objectContaining({ limit: '1' })]);
}

async function expectLimits(gateway: TestGateway, { document, at, operation }: ConnectionCase): Promise<void> {
  const { errors, calls } = await gateway.ask(document('first: 1001', '{ totalCount nodes { __typename } }'));
  expect(errors).toHaveLength(1);
  expect(errors?.[0]).toMatchObject({ path: at, extensions: { code: 'BAD_USER_INPUT' } });
  expect(operationsOf(calls)).not.toContain(operation.id);
}

/** The value at a path in the data. */
export function inside(data: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], data);
}
