import { expect } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { globalIdOf } from '../execution/expectations.ts';
import type { GraphQLResult, TestGateway } from '../gateways/gateway.ts';
import { bytes, cut, json, type Reply, text } from '../upstreams/fault-upstream.ts';
import type { WriteBehavior } from '../upstreams/write-upstream.ts';

/** A record that is a valid response to any of the writes below. */
export const record: Reply = (response, request) =>
  json({ id: /w\d+/.exec(request.url)?.[0], revision: 'r1', result: 'merge', createdAt: '2025-01-01T00:00:00Z' })(
    response,
    request,
  );

export const succeeds: WriteBehavior = { executes: true, reply: record };

/** One write of every kind, by the last id in its path: with and without a request body, with and without a response body. */
export const writes: Readonly<Record<string, { operation: { id: string }; document: (id: string) => string }>> = {
  creation: {
    operation: contract.shareLinks.create,
    document: (id) =>
      `write: createShareLink(input: {siteId: "${globalIdOf('Site', 'o', id)}", name: "x"}) { shareLink { restId } userErrors { field code message } }`,
  },
  update: {
    operation: contract.changeRequests.update,
    document: (id) =>
      `write: updateChangeRequest(input: {id: "${globalIdOf('ChangeRequest', 's', id)}", subject: "x"}) { changeRequest { restId } userErrors { field code message } }`,
  },
  'action without a body': {
    operation: contract.changeRequests.merge,
    document: (id) =>
      `write: mergeChangeRequest(input: {id: "${globalIdOf('ChangeRequest', 's', id)}"}) { result userErrors { field code message } }`,
  },
  deletion: {
    operation: contract.shareLinks.delete,
    document: (id) =>
      `write: deleteShareLink(input: {id: "${globalIdOf('ShareLink', 'o', 's', id)}"}) { deletedId userErrors { field code message } }`,
  },
};

/** The names of the kinds. */
export const kinds = Object.keys(writes);

interface Payload {
  write: { userErrors: { field: string[] | null; code: string; message: string }[] } | null;
}

/** The outcome of a write that the client can conclude from its response. */
export type Outcome = 'done' | 'refused' | 'unknown' | 'not sent';

export function outcomeOf({ data, errors = [] }: GraphQLResult<Payload>): Outcome {
  const [error] = errors;
  if (error === undefined) return data.write?.userErrors.length === 0 ? 'done' : 'refused';
  const { code, rest = {} } = error.extensions;
  const { status } = rest;
  if (code === 'WRITE_OUTCOME_UNKNOWN') return 'unknown';
  if (code === 'UPSTREAM_TIMEOUT' || (code === 'UPSTREAM_UNAVAILABLE' && status === undefined)) return 'not sent';
  if (code === 'BAD_UPSTREAM_RESPONSE' && Number(status) < 300) return 'done';
  return Number(status) >= 500 ? 'unknown' : 'refused';
}

/** Sends a write of a kind, which must make exactly one REST call. */
export async function sendWrite(gateway: TestGateway, kind: string, id: string): Promise<GraphQLResult<Payload>> {
  const document = `mutation { ${writes[kind]?.document(id)} }`;
  const result = await gateway.execute<Payload>(document, { token: 'token-of-writes' });
  expect(result.calls.map(({ operation }) => operation)).toEqual([writes[kind]?.operation.id]);
  return result;
}

/** Reads a write, executes it or not, and replies. */
export const respondsWith = (reply: Reply, executes = false): WriteBehavior => ({ executes, reply });
/** The head of a response, and a part of its body. */
export const head = (status: number) =>
  `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"id":"w`;
/** Starts a response and never ends it. */
export const stall =
  (status: number): Reply =>
  (response) => {
    response.writeHead(status, { 'content-length': '500' });
    response.write('{"id":"w');
  };

/** Connection failures before and after a write is executed, which the client cannot distinguish. */
export const connectionFailures: [string, WriteBehavior][] = [
  ['cuts the connection before it has read the body', { reads: 'head', executes: false, reply: cut }],
  ['cuts the connection when it has read the request', respondsWith(cut)],
  ['executes it and cuts the connection', respondsWith(cut, true)],
  ['executes it and ends the connection in order', respondsWith((response) => response.socket?.end(), true)],
  ['cuts the connection in the middle of the response', respondsWith(bytes(head(200)), true)],
  ['cuts the connection after the head of the response', respondsWith(bytes(head(201).slice(0, -8)), true)],
  [
    'cuts the connection between two chunks',
    respondsWith(bytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"id"\r\n'), true),
  ],
  ['sends early hints and cuts the connection', respondsWith(bytes('HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'))],
  ['does not respond in HTTP', respondsWith(bytes('hello\r\n\r\n'), true)],
  ['sends a response that is too large', respondsWith(text('x'.repeat(70_000)), true)],
];
