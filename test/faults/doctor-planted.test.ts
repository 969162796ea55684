import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Departure } from '../../src/cli/doctor/departures.ts';
import { type ExaminationOptions, examine } from '../../src/cli/doctor/examination.ts';
import { type GraphRule, graphRule } from '../../src/cli/doctor/graph-values.ts';
import { indexGraph } from '../../src/cli/graph/graph-index.ts';
import { contract, endpoints, entities } from '../../src/resources/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import {
  type PlantedFault,
  type PlantedResponse,
  plantedFaults,
  withStatus,
} from '../support/doctor/planted-faults.ts';
import { plantedGatewayFaults } from '../support/doctor/planted-gateway-faults.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { type DepartingUpstream, startDepartingUpstream } from '../support/upstreams/departing-upstream.ts';
import { never } from '../support/upstreams/fault-upstream.ts';

let rest: SandboxCalls;
let upstream: DepartingUpstream;
let rule: GraphRule;
beforeAll(async () => {
  const schema = createSchema();
  rule = graphRule(await indexGraph(schema, Object.values(entities)), schema);
  rest = await startSandboxCalls();
  upstream = await startDepartingUpstream(rest.url);
});
afterAll(async () => {
  await upstream.close();
  await rest.sandbox.close();
});

/** What is found while these faults are planted. */
async function found(...faults: PlantedFault[]) {
  upstream.plant(faults);
  return examineWith();
}

function examineWith(options: Partial<ExaminationOptions> = {}) {
  return examine(endpoints, Object.values(entities), {
    ...{ upstream: new URL(upstream.url), token: sandboxTokens.admin, organizations: [], keys: [] },
    ...{ samples: 1, maxCalls: 1000, concurrency: 4, timeoutMs: 10_000, maxBytes: 8_388_608, rule },
    ...options,
  });
}

/** The key of some comment on a space. */
async function spaceCommentKey() {
  for (const { id: organizationId } of await rest.items(contract.organizations.list)) {
    for (const { id: collectionId } of await rest.items(contract.collections.list, { path: { organizationId } })) {
      for (const { id: spaceId } of await rest.items(contract.collections.spaces, { path: { collectionId } })) {
        const [comment] = await rest.items(contract.spaceComments.list, { path: { spaceId } });
        if (comment !== undefined) return { spaceId, commentId: comment.id };
      }
    }
  }
  throw new Error('The seed has no comment on a space.');
}

const reported = ({ operation, kind, location }: Departure) => `${operation} ${kind} ${location}`;
const expected = ({ endpoint, kind, location }: PlantedFault) => `${endpoint.id} ${kind} ${location}`;

/** Groups of so many faults: each crawl of the service takes a while. */
const groupSize = 8;
const allFaults = [plantedFaults, plantedGatewayFaults];
const groups = allFaults.flatMap((faults) =>
  faults.flatMap((_, i) => (i % groupSize === 0 ? [faults.slice(i, i + groupSize)] : [])),
);

describe('docgraph doctor', () => {
  it('finds no departure in the sandbox, and sends GETs only', async () => {
    const { departures, untried } = await found();
    expect(departures).toEqual([]);
    expect(untried.map(({ operation }) => operation)).toEqual(['spaceComments.getReply']);
    expect([...upstream.methods]).toEqual(['GET']);
  });

  it('checks every GET of the contract with a key for the one record that no list has', async () => {
    const { commentId, ...space } = await spaceCommentKey();
    const reply = await rest.call(contract.spaceComments.createReply, {
      path: { ...space, commentId },
      body: { body: { markdown: 'Thanks.' } },
    });
    const { departures, untried } = await examineWith({ keys: [{ ...space, commentId, commentReplyId: reply.id }] });
    expect({ departures, untried }).toEqual({ departures: [], untried: [] });
  });

  it('reads the chosen organization only', async () => {
    const [, other] = await rest.items(contract.organizations.list);
    const organizationId = other?.id ?? '';
    upstream.paths.clear();
    const { departures } = await examineWith({ organizations: [organizationId] });
    expect(departures).toEqual([]);
    const read = [...upstream.paths].flatMap((path) => /^\/v1\/orgs\/([^/?]+)/.exec(path)?.[1] ?? []);
    expect(new Set(read)).toEqual(new Set([organizationId]));
  });

  it('makes no more calls than it may, and says what it could not check', async () => {
    const { calls, untried } = await examineWith({ maxCalls: 10 });
    expect(calls).toBe(10);
    expect(untried).toContainEqual({
      operation: 'changeRequests.pdf',
      reason: 'The calls were used up. Raise --max-calls.',
    });
  });

  it.each(groups)('finds what is planted in a group of operations, and nothing else', async (...faults) => {
    const { departures } = await found(...faults);
    expect(new Set(departures.map(reported))).toEqual(new Set(faults.map(expected)));
  });

  it.each(allFaults)('finds all of them together (%#)', async (...faults) => {
    expect(faults.length).toBeGreaterThanOrEqual(20);
    const { departures } = await found(...faults);
    expect(new Set(departures.map(reported))).toEqual(new Set(faults.map(expected)));
  });

  it('finds responses that are too late', async () => {
    const slow = { endpoint: contract.teams.get, kind: 'response', location: '' };
    upstream.plant([{ ...slow, plant: (response) => Object.assign(response, { reply: never }) }]);
    const { departures } = await examineWith({ timeoutMs: 2000 });
    expect(departures).toEqual([
      {
        ...{ operation: 'teams.get', kind: 'response', location: '', count: expect.any(Number) },
        ...{ message: 'The call failed: no response within 2000 ms.', example: expect.stringMatching(/^\/v1\/orgs\//) },
      },
    ]);
  });

  it.each([401, 403])('finds a token that is rejected with %i after some calls, and makes no more', async (status) => {
    let calls = 0;
    const dies = (response: PlantedResponse) => {
      calls += 1;
      if (calls > 100) response.status = status;
    };
    upstream.plant(endpoints.map((endpoint) => ({ endpoint, kind: 'token', location: '', plant: dies })));
    const result = await examineWith({ concurrency: 1 });
    expect(result.departures).toEqual([
      {
        ...{ operation: 'organizations.list', kind: 'token', location: '', count: 1, example: '/v1/orgs' },
        message: `The token was accepted, and is rejected with ${status} after 101 calls.`,
      },
    ]);
    expect(calls).toBe(102);
    expect(result.calls).toBe(102);
    expect(result.untried).toContainEqual({
      operation: 'spaceComments.getReply',
      reason: 'The token was rejected before.',
    });
  });

  it.each<[string, string, PlantedFault['plant']]>([
    ['refused-id', 'Another name of a record is refused with 404.', withStatus(404)],
    [
      'other-id',
      'Another name of a record leads to another one.',
      ({ body }) => {
        body.id = 'another';
      },
    ],
  ])('reads change requests by their numbers (%s)', async (kind, message, plant) => {
    const endpoint = contract.changeRequests.get;
    upstream.plant([
      {
        endpoint,
        kind,
        location: '',
        plant: (response, url) => void (/\/\d+$/.test(url.pathname) && plant(response, url)),
      },
    ]);
    const { departures } = await examineWith();
    expect(departures).toEqual([
      expect.objectContaining({ operation: endpoint.id, kind, message, example: expect.stringMatching(/\/\d+$/) }),
    ]);
  });

  it('takes a token that lacks rights for one that is valid', async () => {
    const refused = { endpoint: contract.samlProviders.list, kind: '', location: '' };
    upstream.plant([{ ...refused, plant: withStatus(401) }]);
    const { departures, untried } = await examineWith();
    expect(departures).toEqual([]);
    expect(untried).toContainEqual({
      operation: 'samlProviders.list',
      reason: 'The token may not read it (401 or 403).',
    });
  });
});
