import { get } from 'node:http';
import { expect, it } from 'vitest';
import { organizations } from '../../src/resources/organizations/contract.ts';
import { createSandbox, type SandboxOptions, sandboxTokens } from '../../src/sandbox/index.ts';

/** The status for a request with this `Host`. */
async function statusFor(host: string, options: SandboxOptions = {}): Promise<number | undefined> {
  const sandbox = await createSandbox(options);
  const url = await sandbox.listen();
  const headers = { host: host.replace('PORT', new URL(url).port), authorization: `Bearer ${sandboxTokens.admin}` };
  try {
    return await new Promise((resolve, reject) => {
      get(`${url}${organizations.list.path}`, { headers }, (response) => resolve(response.resume().statusCode)).on(
        'error',
        reject,
      );
    });
  } finally {
    await sandbox.close();
  }
}

it.each([
  ...['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST', 'docs.localhost', '[::1]:PORT', '127.8.9.10'],
  ...['localhost.:PORT', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]:PORT'],
])('answers requests for this machine: %s', async (host) => {
  expect(await statusFor(host)).toBe(200);
});

it.each([
  'rebound.example',
  'rebound.example:PORT',
  'localhost.example',
  '192.0.2.1',
  '127.0.0.1.example',
  'a b',
  '@',
  '.',
])('rejects requests for other hosts: %s', async (host) => {
  expect(await statusFor(host)).toBe(421);
});

it('answers requests for names that it is given, and no others', async () => {
  const options = { allowedHosts: ['Sandbox'] };
  expect(await statusFor('sandbox:4001', options)).toBe(200);
  expect(await statusFor('sandbox.', options)).toBe(200);
  expect(await statusFor('other:4001', options)).toBe(421);
});
