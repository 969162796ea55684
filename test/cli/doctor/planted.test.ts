import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Departure } from '../../../src/cli/doctor/departures.ts';
import { type ExaminationOptions, examine } from '../../../src/cli/doctor/examination.ts';
import { contract, entities, operations } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { type DepartingUpstream, startDepartingUpstream } from '../../support/departing-upstream.ts';
import { type PlantedFault, plantedFaults } from '../../support/planted-faults.ts';
import { type SandboxCalls, startSandboxCalls } from '../../support/sandbox-calls.ts';

let rest: SandboxCalls;
let upstream: DepartingUpstream;
beforeAll(async () => {
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
  return examine(operations, Object.values(entities), {
    ...{ upstream: new URL(upstream.url), token: sandboxTokens.admin, organizations: [], keys: [] },
    ...{ samples: 1, maxCalls: 1000, concurrency: 4, timeoutMs: 10_000 },
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
const expected = ({ operation, kind, location }: PlantedFault) => `${operation.id} ${kind} ${location}`;

/** Groups of so many faults: each crawl of the service takes a while. */
const groupSize = 8;
const groups = plantedFaults.flatMap((_, i) => (i % groupSize === 0 ? [plantedFaults.slice(i, i + groupSize)] : []));

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

  it('finds all of them together', async () => {
    expect(plantedFaults.length).toBeGreaterThanOrEqual(30);
    const { departures } = await found(...plantedFaults);
    expect(new Set(departures.map(reported))).toEqual(new Set(plantedFaults.map(expected)));
  });
});
