import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { globalIdOf } from '../support/execution/expectations.ts';
import { startWorld, type TestWorld } from '../support/gateways/gateway.ts';
import { collectionSteps, shareLinkSteps, teamSteps } from '../support/model/administration-steps.ts';
import { commentSteps } from '../support/model/comment-steps.ts';
import { comparable, expectedSnapshot, recordsOf, snapshotQuery } from '../support/model/snapshot.ts';
import { changeRequestSteps, spaceSteps } from '../support/model/space-steps.ts';
import { type ExistingRecords, Model } from '../support/model/state.ts';
import type { Attempt } from '../support/model/steps.ts';
import { mutationOf } from '../support/resources/mutations.ts';
import { publishedSpace, twoOrganizations } from '../support/resources/space-fixtures.ts';
import { restCalls } from '../support/sandbox/sandbox-calls.ts';
import { userIdOf } from '../support/sandbox/sandbox-users.ts';

let world: TestWorld;
let found: Omit<ExistingRecords, 'site' | 'space'> & { original: string; home: string; abroad: string };

beforeAll(async () => {
  world = await startWorld({}, { LOG_LEVEL: 'warn' });
  const rest = restCalls(world.sandboxUrl);
  const { home, abroad } = await twoOrganizations(rest);
  const idOf = (token: string) => userIdOf(rest, home, token);
  const users = {
    admin: await idOf(sandboxTokens.admin),
    editor: await idOf(sandboxTokens.editor),
    reader: await idOf(sandboxTokens.reader),
  };
  const members = await rest.items(contract.members.list, { path: { organizationId: home } });
  const others = members.map(({ id }) => id).filter((id) => !Object.values(users).includes(id));
  const original = await publishedSpace(rest, home);
  found = { home, abroad, original, users, others: others.slice(0, 2), organization: globalIdOf('Organization', home) };
});

afterAll(() => world.close());

/** What a mutation comes to: the code of what was said against it, or the id of what it made. */
async function run({ mutation, input, actor, creates }: Pick<Attempt, 'mutation' | 'input' | 'actor' | 'creates'>) {
  const selection = creates === undefined ? '' : `${creates} { id }`;
  const { data, errors, text } = await world.execute(mutationOf(mutation, selection), {
    variables: { input },
    token: sandboxTokens[actor],
  });
  if (data === undefined) throw new Error(`${mutation} was not understood: ${text}`);
  const code: string | undefined = errors?.[0]?.extensions.code ?? data[mutation].userErrors[0]?.code;
  return { code, id: creates === undefined || code !== undefined ? '' : (data[mutation][creates].id as string) };
}

/** A model and, in the sandbox, what it begins with: an empty space that no team has a grant on, and a site. */
async function begin(): Promise<Model> {
  const make = async (mutation: string, input: Record<string, unknown>, creates?: string) => {
    const { code, id } = await run({ mutation, input, actor: 'admin', ...(creates !== undefined && { creates }) });
    expect(code).toBeUndefined();
    return id;
  };
  const space = await make('duplicateSpace', { id: found.original }, 'space');
  // Who gives a space away takes its grants from it.
  for (const organizationId of [found.abroad, found.home]) await make('transferSpace', { id: space, organizationId });
  await make('updateSpace', { id: space, title: 'Model', emoji: '🧪', defaultRole: null, editMode: 'LIVE' });
  const site = await make('createSite', { organizationId: found.organization, title: 'Model' }, 'site');
  return new Model({ ...found, space, site });
}

/** Takes a step in the model and through the gateway: both must do it, or refuse it for the same reason. */
async function take(attempt: Attempt): Promise<void> {
  const { mutation, actor, rejection: refusal, done } = attempt;
  const { code, id } = await run(attempt);
  expect(code, `${mutation} by ${actor}`).toBe(refusal);
  if (refusal === undefined) done(id);
}

/** Reads all that the model tells of through the gateway, and compares. */
async function look(model: Model): Promise<void> {
  const ids = recordsOf(model).map(({ id }) => id);
  const { data, errors } = await world.execute(snapshotQuery, { variables: { ids, site: model.given.site } });
  expect(errors).toBeUndefined();
  expect(comparable(data)).toEqual(expectedSnapshot(model));
}

const kinds = [
  spaceSteps,
  changeRequestSteps,
  commentSteps,
  commentSteps,
  shareLinkSteps,
  teamSteps,
  collectionSteps,
].flat();
const looking = { weight: 6, arbitrary: fc.constant('look' as const) };
const sequences = fc.array(fc.oneof(...kinds, looking), { minLength: 40, maxLength: 90, size: 'max' });

describe('random sequences of mutations and queries', () => {
  it('end in the same state as a plain model of them', { timeout: 120_000 }, async () => {
    const taken: Attempt[] = [];
    const property = fc.asyncProperty(sequences, async (steps) => {
      const model = await begin();
      for (const step of steps) {
        if (step === 'look') {
          await look(model);
          continue;
        }
        const attempt = step.attempt(model);
        if (attempt === null) continue;
        await take(attempt);
        taken.push(attempt);
      }
      await look(model);
    });
    await fc.assert(property, { seed: 11, numRuns: 40 });
    expectVariety(taken);
  });
});

/** Every mutation was done at least once, and every kind of refusal was met. */
function expectVariety(taken: readonly Attempt[]): void {
  const done = taken.filter(({ rejection: refusal }) => refusal === undefined);
  const names = new Set(taken.map(({ mutation }) => mutation));
  expect(new Set(done.map(({ mutation }) => mutation))).toEqual(names);
  expect(names.size).toBe(31);
  const refusals = new Set(taken.flatMap(({ rejection: refusal }) => refusal ?? []));
  expect(refusals).toEqual(
    new Set(['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'PRECONDITION_FAILED', 'INVALID', 'TOO_LONG', 'TOO_SHORT']),
  );
}
