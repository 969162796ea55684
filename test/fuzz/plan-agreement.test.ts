import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallRecord } from '../../src/engine/http/call-record.ts';
import type { Plan, PlannedCall } from '../../src/engine/plan/call-tree.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import type { ExplainedCall } from '../../src/server/graphql/explain.ts';
import { explainOperation } from '../support/execution/explain.ts';
import { type LevelWorld, startLevelWorld } from '../support/gateways/level-world.ts';
import { inputsFrom } from '../support/random/existing-ids.ts';
import { allowedCalls } from '../support/random/plan-overruns.ts';
import { type RandomOperation, randomMutation, randomQuery } from '../support/random/random-operations.ts';

/** How many random operations are planned and run; `RANDOM_PLANS=3000` asks for more. */
const count = Number(process.env.RANDOM_PLANS ?? 100);
const patience = 60_000 + count * 500;
const schema = createSchema();

/** The calls that were made, but not planned. */
function unplanned(plan: Plan, calls: readonly CallRecord[]): string[] {
  const left = allowedCalls(plan.tree);
  const more = calls.filter(({ operation }) => {
    const budget = left.get(operation) ?? 0;
    left.set(operation, budget - 1);
    return budget < 1;
  });
  return more.map(({ operation, path }) => `${operation} ${path}`);
}

/** The calls whose field the plan does not name, or whose path in the response is not that field's. */
function misplaced({ tree }: Plan, calls: readonly ExplainedCall[]): string[] {
  const fields = new Set(plannedFields(tree));
  const wrong = calls.filter(({ field, responsePath }) => {
    const names = responsePath?.filter((step) => typeof step === 'string').join('.');
    return field === undefined || !fields.has(field) || (names !== undefined && names !== field);
  });
  return wrong.map(({ field, operation, responsePath }) => `${operation} for ${field} at ${responsePath?.join('.')}`);
}

function plannedFields(tree: readonly PlannedCall[]): string[] {
  return tree.flatMap(({ field, next }) => [field, ...plannedFields(next)]);
}

describe('a plan', () => {
  let gateway: LevelWorld['gateway'];
  let waves: LevelWorld['waves'];
  let known: LevelWorld['known'];
  let close: LevelWorld['close'];

  beforeAll(async () => {
    ({ gateway, waves, known, close } = await startLevelWorld());
  });

  afterAll(() => close());

  /** Runs random operations, and checks that each makes no other calls, no more, and no later ones than planned. */
  async function expectPlanned(random: (seed: number) => RandomOperation, share: number) {
    let checked = 0;
    for (let seed = 1; seed <= count * share; seed++) {
      const operation = random(seed);
      expect(validate(schema, parse(operation.query)).map(String), operation.query).toEqual([]);
      const { query, variables, operationName } = operation;
      const sent = { query, variables, operationName };
      waves.count();
      const { errors = [], extensions } = await explainOperation(gateway, sent, true);
      const rounds = waves.count();
      const { plan, calls = [] } = extensions?.explain ?? {};
      // A plan is for records that exist: where none does, others may be asked for. Not each 404 is an error.
      const isMissing = ({ status }: { status: number | null }) => status === 404;
      if (plan == null || calls.some(isMissing) || errors.some(({ extensions: { code } }) => code === 'NOT_FOUND'))
        continue;
      const what = `seed ${seed}\n${operation.query}\n${JSON.stringify(operation.variables)}`;
      expect(unplanned(plan, calls), what).toEqual([]);
      expect(misplaced(plan, calls), what).toEqual([]);
      expect(calls.length, what).toBeLessThanOrEqual(plan.calls ?? Number.POSITIVE_INFINITY);
      expect(rounds, what).toBeLessThanOrEqual(plan.levels);
      checked++;
    }
    expect(checked).toBeGreaterThan((count * share) / 4);
  }

  it('holds for random queries', { timeout: patience }, async () => {
    await expectPlanned((seed) => {
      const random = createRandom(seed);
      const favourites = Array.from({ length: 3 }, () => random.pick([...known.keys()]));
      return randomQuery({ schema, random, guess: inputsFrom(known, favourites), favourites });
    }, 1);
  });

  it('holds for random mutations', { timeout: patience }, async () => {
    await expectPlanned((seed) => {
      const favourites = [...known.keys()];
      return randomMutation({ schema, random: createRandom(seed), guess: inputsFrom(known, favourites), favourites });
    }, 0.5);
  });
});
