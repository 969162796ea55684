import { describe, expect, it } from 'vitest';
import { settingGroups } from '../../src/server/settings/groups.ts';
import { commonSettings, flagOf, settings } from '../../src/server/settings/settings.ts';
import { builtCommand } from '../support/processes/command.ts';

const { start } = builtCommand();

async function flagsIn(...args: string[]): Promise<string[]> {
  const { exit, stdout } = start(['serve', ...args]);
  expect(await exit).toMatchObject({ code: 0 });
  return [...(await stdout).matchAll(/^ {2}(--[a-z-]+) <value>/gm)].map(([, flag = '']) => flag).sort();
}

const flagsOf = (group: Readonly<Record<string, { name: string }>>) => Object.values(group).map(flagOf).sort();

describe('docgraph serve', () => {
  it('shows the settings that most users need in its help', async () => {
    expect(await flagsIn('--help')).toEqual(flagsOf(commonSettings));
    expect(Object.keys(commonSettings)).toHaveLength(15);
  });

  it('shows all settings on --help-all', async () => {
    expect(await flagsIn('--help-all')).toEqual(flagsOf(settings));
  });

  it('has a group for each setting', () => {
    const grouped = Object.values(settingGroups).flatMap((group) => Object.keys(group.settings));
    expect(grouped.sort()).toEqual(Object.keys(settings).sort());
  });
});
