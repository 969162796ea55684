import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromRestInSteps } from '../../../src/engine/conversion/convert.ts';
import { curlOf } from '../../../src/engine/conversion/curl.ts';
import { runAtOnce } from '../../../src/engine/turns/event-loop-turn.ts';
import { endpoints, restContract } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { everyRead, everyWrite, type RestRequest } from '../../support/resources/rest-requests.ts';
import { type FaultUpstream, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';
import { fullResponses, minimalResponses, operationFor } from '../../support/upstreams/minimal-responses.ts';

const schema = createSchema();
const reads = everyRead();
const writes = everyWrite();

let upstream: FaultUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url, { LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

describe('curl → operation → the same call', () => {
  it('covers every operation of the contract', () => {
    const covered = new Set([...reads, ...writes].map((request) => operationFor(request)?.id));
    expect([...covered].sort()).toEqual(endpoints.map(({ id }) => id).sort());
    expect(covered.size).toBe(131);
  });

  it.each([...reads, ...writes].map((request) => [request.name, request] as const))('%s', async (_, request) => {
    const text = curlOf({ ...request, url: `https://rest.example/api${request.url}`, token: 'Bearer secret' });
    const converted = runAtOnce(fromRestInSteps(schema, restContract, text));
    expect(converted.operation).toBe(operationFor(request)?.id);
    expect(JSON.stringify(converted)).not.toContain('secret');
    for (const responses of [minimalResponses, fullResponses]) {
      upstream.reply(responses);
      expect(await callsOf(converted)).toEqual([callOf(request)]);
    }
  });
});

it.each([
  ['GET /v1/spaces/s1', ['organization { restId }', 'parent { restId }', 'revision { restId }']],
  ['GET /v1/orgs/o1/sites/s1/site-spaces', ['section { restId }']],
])('selects the ids of the records that the response to %s refers to', (text, expected) => {
  const { query } = runAtOnce(fromRestInSteps(schema, restContract, text));
  const selected = query.replaceAll(/\s+/g, ' ');
  for (const reference of expected) expect(selected).toContain(reference);
});

/** The requests that reach the service when the gateway executes an operation. */
async function callsOf({ query, variables }: { query: string; variables: Record<string, unknown> }) {
  upstream.arrived.length = 0;
  await gateway.execute(query, { variables });
  return upstream.arrived.map(({ method, url, body }) => callOf({ method, url, body: body && JSON.parse(body) }));
}

/** A request in a form that can be compared: the order of parameters means nothing. */
function callOf({ method, url, body }: Omit<RestRequest, 'name'>) {
  const { pathname, searchParams } = new URL(url, 'http://rest.example');
  searchParams.sort();
  return { method, pathname, query: [...searchParams], body: body || undefined };
}
