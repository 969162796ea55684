import { expect } from 'vitest';
import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { queriesOf } from '../execution/expectations.ts';
import { operationsOf, type RequestOptions, type TestGateway } from '../gateways/gateway.ts';
import { inside } from './connections.ts';

/** A list in GraphQL: a document that selects it, and the expected REST call and items. */
interface ListCase {
  document: string;
  at: readonly string[];
  endpoint: Endpoint;
  /** The expected REST query, except for `limit`. */
  query: Readonly<Record<string, string>>;
  /** REST ids of the items, in their order. */
  restIds: readonly string[];
  options?: RequestOptions;
}

/** Checks that a field's arguments are sent as the query of one REST call, and that its items are returned. */
export async function expectList(gateway: TestGateway, { document, at, endpoint, query, restIds, options }: ListCase) {
  const { data, calls, errors } = await gateway.execute(document, options);
  expect(errors).toBeUndefined();
  const { nodes } = inside(data, at) as { nodes: { restId: string }[] };
  expect(nodes.map(({ restId }) => restId)).toEqual(restIds);
  expect(operationsOf(calls)).toEqual([endpoint.id]);
  const [{ limit: _, ...sent } = {}] = queriesOf(calls, endpoint);
  expect(sent).toEqual(query);
}

/** Checks that `node` returns the record of a global id in one call; resolves to the selected fields. */
export async function expectNode(
  gateway: TestGateway,
  { type, id, selection, endpoint }: { type: string; id: string; selection: string; endpoint: Endpoint },
): Promise<unknown> {
  const document = `query ($id: ID!) { node(id: $id) { __typename id ... on ${type} ${selection} } }`;
  const { data, calls, errors } = await gateway.execute(document, { variables: { id } });
  expect(errors).toBeUndefined();
  expect(data.node).toMatchObject({ __typename: type, id });
  expect(operationsOf(calls)).toEqual([endpoint.id]);
  const { __typename, ...fields } = data.node;
  return fields;
}

/** Checks that siblings are read by one call of their parent's list, in the order of `ids`; null for missing ones. */
export async function expectSiblings(
  gateway: TestGateway,
  { type, ids, restIds, endpoint }: { type: string; ids: string[]; restIds: (string | null)[]; endpoint: Endpoint },
): Promise<void> {
  expect(restIds.filter((restId) => restId !== null).length, 'siblings').toBeGreaterThanOrEqual(20);
  const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on ${type} { restId } } }`;
  const { data, calls, errors } = await gateway.execute(document, { variables: { ids } });
  expect(errors).toBeUndefined();
  expect(data.nodes).toEqual(restIds.map((restId, i) => (restId === null ? null : { id: ids[i], restId })));
  expect(calls).toEqual([expect.objectContaining({ operation: endpoint.id, batched: true })]);
  expect(queriesOf(calls, endpoint)).toEqual([{ limit: '1000' }]);
}

/** Checks that an operation returns null at `at`, with exactly one error, which has that path and `code`. */
export async function expectOneError(
  gateway: TestGateway,
  document: string,
  { at, code, message, options }: { at: readonly string[]; code: string; message?: RegExp; options?: RequestOptions },
): Promise<string[]> {
  const { data, errors, calls } = await gateway.execute(document, options);
  expect(inside(data, at)).toBeNull();
  expect(errors).toHaveLength(1);
  expect(errors?.[0]).toMatchObject({ path: at, extensions: { code } });
  if (message !== undefined) expect(errors?.[0]?.message).toMatch(message);
  return operationsOf(calls);
}
