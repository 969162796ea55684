import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../src/server/gateway.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { growthOf, isSuperlinear, type SizedRequest } from '../support/attacks/complexity.ts';
import { argumentLists, inputLists } from '../support/attacks/complexity-cases.ts';
import {
  growingDocuments,
  growingInputs,
  growingLists,
  growingPlaces,
  growingVariables,
} from '../support/attacks/complexity-documents.ts';

/**
 * Each input list, argument list and error path at n, 2n, 4n and 8n: more than 2.3 times the CPU time for twice the size, on the
 * average of the three doublings, in most of them and in the last, fails. The sizes are those that the limits of documents allow; `nodes(ids:)` has more than its
 * default limit, as it is about growth.
 */
let upstream: Server;
let gateway: Gateway;

beforeAll(async () => {
  upstream = createServer(({ url = '' }, response) => {
    const [, limit] = /\/members\?.*?limit=(\d+)/.exec(url) ?? [];
    const role = url.includes('broken') ? {} : { role: 'admin' };
    const items = Array.from({ length: Number(limit ?? 0) }, (_, i) => ({ object: 'member', id: `m${i}`, ...role }));
    const headers = { 'content-type': 'application/json' };
    response.writeHead(limit === undefined ? 404 : 200, headers).end(JSON.stringify({ items }));
  });
  await new Promise<void>((resolve) => {
    upstream.listen(0, '127.0.0.1', resolve);
  });
  const { port } = upstream.address() as AddressInfo;
  const settings = readSettings({
    MAX_NODE_IDS: '1000000',
    MAX_INPUT_VALUES: '1000000',
    CIRCUIT_BREAKER: '0',
    LOG_LEVEL: 'silent',
  });
  gateway = await createGateway({ upstreamUrl: `http://127.0.0.1:${port}`, settings });
});

afterAll(async () => {
  await gateway.close();
  upstream.closeAllConnections();
  upstream.close();
});

const headers = { authorization: 'Bearer token' };

async function expectLinear(sized: SizedRequest): Promise<void> {
  const growth = await growthOf(sized, (request) => gateway.execute({ ...request, headers }));
  expect(isSuperlinear(growth.ratios), JSON.stringify(growth)).toBe(false);
}

describe('twice the size costs at most 2.3 times the CPU time', () => {
  it.each(inputLists())('list in an input: %s', (_, sized) => expectLinear(sized));
  it.each(argumentLists())('list in an argument: %s', (_, sized) => expectLinear(sized));
  it.each(growingDocuments)('document: %s', (_, sized) => expectLinear(sized));
  it.each(growingVariables)('variables: %s', (_, sized) => expectLinear(sized));
  it.each(growingPlaces)('place: %s', (_, sized) => expectLinear(sized));
  it.each(growingLists)('list: %s', (_, sized) => expectLinear(sized));
  it.each(growingInputs)('input: %s', (_, sized) => expectLinear(sized));
});

it('finds a cost that grows with the square of the size', async () => {
  const squared = (items: readonly string[]) => items.filter((item, i) => items.indexOf(item) === i).length;
  const make = (size: number) => ({ query: '', variables: { items: Array.from({ length: size }, (_, i) => `i${i}`) } });
  const growth = await growthOf({ make }, async ({ variables }) => squared(variables?.items as string[]));
  expect(isSuperlinear(growth.ratios), JSON.stringify(growth)).toBe(true);
});
