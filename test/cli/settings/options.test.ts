import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { withSettings } from '../../../src/cli/settings/options.ts';
import { flagOf, settings } from '../../../src/server/settings/settings.ts';

describe('the flags of settings', () => {
  it.each(Object.entries(settings))('have a value that %s is read from', (key, setting) => {
    const command = withSettings(new Command());
    command.parse([flagOf(setting), 'given'], { from: 'user' });
    expect(command.opts()).toEqual({ [key]: 'given' });
  });
});

describe('settings', () => {
  it('have the name of their variable in camel case', () => {
    const camelCase = (name: string) =>
      name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(Object.keys(settings)).toEqual(Object.values(settings).map(({ name }) => camelCase(name)));
  });
});
