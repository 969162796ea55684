import { writeFile } from 'node:fs/promises';
import { request } from 'undici';
import { afterAll, afterEach, expect, it } from 'vitest';
import { killRemaining, type Running, stop, until, urlIn } from '../support/processes/command.ts';
import { commandInFolder } from '../support/processes/command-in-folder.ts';
import { json, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';

const { command, file, run } = commandInFolder();
let gateway: Running | undefined;
afterEach(async () => {
  if (gateway !== undefined) await stop(gateway);
  gateway = undefined;
});
afterAll(killRemaining);

const query = '{ organization(id: "o") { title } }';

it('the configuration file and secrets in files hold for workers, and for the ones that replace them', async () => {
  const upstream = await startFaultUpstream();
  upstream.reply(json({ id: 'o', title: 'Halcyon' }));
  await writeFile(file('token'), 'first\n');
  await writeFile(
    file('own.json'),
    JSON.stringify({ upstreamUrl: upstream.url, workers: 2, forwardHeaders: ['x-tenant'] }),
  );
  gateway = await command.serve({ UPSTREAM_TOKEN_FILE: file('token') }, '--config', file('own.json'));
  const { lines, log } = gateway;
  const send = async () => {
    const { body } = await request(urlIn(lines, 'GraphQL'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tenant': 'a', connection: 'close' },
      body: JSON.stringify({ query }),
    });
    expect(await body.json()).toEqual({ data: { organization: { title: 'Halcyon' } } });
    return upstream.arrived.at(-1)?.headers;
  };
  expect(await send()).toMatchObject({ authorization: 'Bearer first', 'x-tenant': 'a' });
  await writeFile(file('token'), 'second\n');
  await writeFile(file('own.json'), '{ "port": "x" }');
  const workers = new Set(log().flatMap(({ pid }) => (pid === gateway?.child.pid ? [] : [pid])));
  for (const pid of workers) process.kill(pid, 'SIGKILL');
  await until(() => new Set(log().map(({ pid }) => pid)).size >= 1 + 2 * workers.size);
  expect(workers.size).toBe(2);
  await expect.poll(() => send().catch(() => undefined), { timeout: 20_000 }).toBeDefined();
  expect(await send()).toMatchObject({ authorization: 'Bearer first', 'x-tenant': 'a' });
  await upstream.close();
});

it('the configuration file of the folder holds for operations of the command line', async () => {
  const upstream = await startFaultUpstream();
  upstream.reply(json({ id: 'o', title: 'Halcyon' }));
  await writeFile(file('docgraph.config.json'), JSON.stringify({ upstreamUrl: upstream.url }));
  const { code, stdout } = await run(['query', '--execute', query]);
  expect({ code, result: JSON.parse(stdout) }).toEqual({
    code: 0,
    result: { data: { organization: { title: 'Halcyon' } } },
  });
  await upstream.close();
});
