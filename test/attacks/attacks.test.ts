import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackTarget } from '../support/attacks/attack-runner.ts';
import { groups } from './rows/all.ts';

describe('the table', () => {
  const names = groups.flatMap(({ name, attacks }) => attacks.map((attack) => `${name}: ${attack.name}`));

  // The issue that made most of these attacks necessary names 23 rows, and requires 60 more.
  it(`has ${names.length} attacks, each with a name of its own`, () => {
    expect(names.length).toBeGreaterThanOrEqual(23 + 60);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe.each(groups)('$name', ({ settings, attacks }) => {
  let target: AttackTarget;

  beforeAll(async () => {
    target = await AttackTarget.start(settings);
  });

  afterAll(() => target?.close());

  // An attack bounds the CPU time of the gateway. The sandbox behind it takes its own time for a thousand calls.
  it.each(attacks)('$name', { timeout: 180_000 }, async (attack) => {
    await target.run(attack);
  });
});
