import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackTarget } from '../support/attack-runner.ts';
import { groups } from './rows/all.ts';

describe('the table', () => {
  const names = groups.flatMap(({ name, attacks }) => attacks.map((attack) => `${name}: ${attack.name}`));

  it('has at least 160 attacks, each with a name of its own', () => {
    expect(names.length).toBeGreaterThanOrEqual(160);
    expect(names.length).toBe(new Set(names).size);
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
