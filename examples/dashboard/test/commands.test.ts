import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Platform, startPlatform } from './support/platform.ts';

const cwd = fileURLToPath(new URL('..', import.meta.url));

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

it('is served with hot reload and the gateway by `npm run dev`', async () => {
  const env = { ...process.env, GATEWAY_URL: platform.url, NO_COLOR: '1' };
  const server = spawn('npm', ['run', 'dev'], { cwd, env, detached: true });
  try {
    const url = await addressOf(server);
    expect(await textOf(url)).toContain('<script type="module" src="/@vite/client"></script>');
    expect(await textOf(`${url}src/app.tsx`)).toContain('import.meta.hot');
    expect(await textOf(`${url}graphql?query={__typename}`)).toBe('{"data":{"__typename":"Query"}}\n');
  } finally {
    const exited = once(server, 'exit');
    process.kill(-(server.pid as number), 'SIGTERM');
    await exited;
  }
});

/** The address that a server prints. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout?.on('data', (chunk) => {
      output += chunk;
      const [, address] = /Local: +(http\S+\/)$/m.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    server.once('exit', () => reject(new Error(output)));
  });
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return response.text();
}
