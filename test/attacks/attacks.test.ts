import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackTarget } from '../support/attacks/attack-runner.ts';
import { groups } from './rows/all.ts';
import type { Group } from './rows/groups.ts';

/** Groups with the same settings, one after the other. */
const bySettings = (all: readonly Group[]) =>
  all.toSorted((a, b) => JSON.stringify(a.settings).localeCompare(JSON.stringify(b.settings)));

describe('the table', () => {
  const names = groups.flatMap(({ name, attacks }) => attacks.map((attack) => `${name}: ${attack.name}`));

  // The issue that made most of these attacks necessary names 23 rows, and requires 60 more.
  it(`has ${names.length} attacks, each with a name of its own`, () => {
    expect(names.length).toBeGreaterThanOrEqual(23 + 60);
    expect(new Set(names).size).toBe(names.length);
  });
});

let running: { settings: string; target: AttackTarget } | undefined;

/** The gateway for a group: that of the group before, where it has the same settings. */
async function targetFor({ settings: environment, rounds }: Group): Promise<AttackTarget> {
  const settings = JSON.stringify(environment);
  if (running?.settings !== settings) {
    await running?.target.close();
    running = undefined;
    running = { settings, target: await AttackTarget.start(environment, rounds) };
  }
  return running.target;
}

afterAll(() => running?.target.close());

describe.each(bySettings(groups))('$name', (group) => {
  let target: AttackTarget;

  beforeAll(async () => {
    target = await targetFor(group);
  });

  // An attack bounds the CPU time of the gateway. The sandbox behind it takes its own time for a thousand calls.
  it.each(group.attacks)('$name', { timeout: 180_000 }, async (attack) => {
    await target.run(attack);
  });
});
