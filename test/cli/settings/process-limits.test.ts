import { execFileSync } from 'node:child_process';
import { expect, inject, it } from 'vitest';

const MiB = 2 ** 20;

it.each([
  ['the command', '', '--max-semi-space-size=64'],
  ['NODE_OPTIONS', '--max-semi-space-size=64', '--no-warnings'],
])('limits are derived from --max-old-space-size, whatever the young generation has from %s', (_, options, flag) => {
  const command = [flag, '--max-old-space-size=128', inject('cli'), 'config', '--json'];
  const env = { PATH: process.env.PATH, NODE_OPTIONS: options };
  const { settings } = JSON.parse(execFileSync(process.execPath, command, { env, encoding: 'utf8' }));
  expect(settings.MAX_WORK_BYTES).toEqual({ value: 12 * MiB, source: 'process' });
  expect(settings.CACHE_MAX_BYTES).toEqual({ value: Math.floor(4.8 * MiB), source: 'process' });
});
