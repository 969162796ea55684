import { expect, it } from 'vitest';
import { GatewayProcess } from '../support/processes/gateway-process.ts';

// Node itself denies every write to the file system, as a container with a read-only root does.
const [major = 0] = process.versions.node.split('.').map(Number);
const permission = major < 24 ? '--experimental-permission' : '--permission';

it.each([
  ['one process', { NODE_FLAGS: `${permission} --allow-fs-read=*` }],
  ['workers', { NODE_FLAGS: `${permission} --allow-fs-read=* --allow-child-process`, WORKERS: '2' }],
])('the command writes no file: %s', async (_, environment) => {
  const gateway = await GatewayProcess.start(environment);
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox-admin' },
    body: JSON.stringify({ query: '{ organizations { totalCount } }' }),
  });
  expect(await response.json()).toMatchObject({ data: { organizations: { totalCount: expect.any(Number) } } });
  await gateway.stop();
  expect(gateway.ended).toBe(0);
  expect(gateway.printed).not.toContain('ERR_ACCESS_DENIED');
});
