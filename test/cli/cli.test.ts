import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { commandOf, killRemaining, refusesConnections, shell, stop, urlIn } from '../support/command.ts';
import { json, never, startFaultUpstream } from '../support/fault-upstream.ts';

const { running, serve, failure } = commandOf('--import', 'tsx', 'src/cli/main.ts');

afterAll(killRemaining);

describe.concurrent('docgraph serve', () => {
  it('runs on the sandbox, prints what works, and ends at SIGTERM', async () => {
    const gateway = await serve();
    const { lines } = gateway;
    const [, , , curl = ''] = lines;
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['GraphQL', 'Explorer', 'Upstream', 'curl']);
    expect(lines[2]).toMatch(/http:\/\/127\.0\.0\.1:\d+\/ \(the embedded sandbox\)$/);
    const { data, errors } = await shell(`${curl} --silent`);
    expect(errors).toBeUndefined();
    expect(data.organizations.nodes.length).toBeGreaterThan(1);
    for (const { title, sites } of data.organizations.nodes) {
      expect(title).toEqual(expect.any(String));
      expect(sites.nodes[0].title).toEqual(expect.any(String));
    }
    const page = await fetch(urlIn(lines, 'Explorer'));
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    await stop(gateway);
    expect(await gateway.stderr).toBe('');
  });

  it('prints the addresses at every log level, and ends at SIGINT', async () => {
    const upstream = await startFaultUpstream();
    const gateway = await serve(
      { UPSTREAM_URL: `${upstream.url}/prefix`, NODE_ENV: 'production' },
      '--log-level',
      'silent',
    );
    expect(gateway.lines).toEqual([
      expect.stringMatching(/^GraphQL +http:\/\/127\.0\.0\.1:\d+\/graphql$/),
      expect.stringMatching(/^Explorer +http:\/\/127\.0\.0\.1:\d+\/$/),
      `Upstream   ${upstream.url}/prefix`,
      expect.stringMatching(/^curl http:.*\/graphql -H .*\$TOKEN/),
    ]);
    upstream.reply(json({ items: [{ id: 'o', title: 'Halcyon' }] }));
    await shell(`TOKEN=own; ${gateway.lines[3]} --silent`);
    expect(upstream.arrived[0]).toMatchObject({
      url: '/prefix/v1/orgs?limit=25',
      headers: { authorization: 'Bearer own' },
    });
    await stop(gateway, 'SIGINT');
    await upstream.close();
  });

  it('lets requests under way end', async () => {
    const upstream = await startFaultUpstream();
    const gateway = await serve({ UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: 't' });
    const held = new Promise<() => void>((resolve) => {
      upstream.reply((response, request) => resolve(() => json({ items: [], count: 7 })(response, request)));
    });
    const answer = shell(`${gateway.lines[3]} --silent`);
    const release = await held;
    gateway.child.kill('SIGTERM');
    await refusesConnections(urlIn(gateway.lines, 'GraphQL'));
    release();
    expect(await answer).toEqual({ data: { organizations: { nodes: [] } } });
    expect(await gateway.exit).toEqual({ code: 0, signal: null });
    await upstream.close();
  });

  it('waits for them no longer than it was told', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(never);
    const gateway = await serve({ UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: 't', SHUTDOWN_TIMEOUT: '100' });
    const answer = shell(`${gateway.lines[3]} --silent`).then(
      () => 'answered',
      () => 'cut off',
    );
    while (upstream.arrived.length === 0) await setTimeout(10);
    gateway.child.kill('SIGTERM');
    expect(await gateway.exit).toEqual({ code: 1, signal: null });
    expect(await answer).toBe('cut off');
    await upstream.close();
  });
});

describe.concurrent('a start that fails', () => {
  it('says one line for each mistake in the settings', async () => {
    expect(await failure(['serve', '--port', 'x'], { UPSTREAM_TIMEOUT: '-1', NODE_ENV: 'production' })).toEqual({
      code: 1,
      lines: [
        'UPSTREAM_TIMEOUT must be a whole number from 1 to 600000, not "-1".',
        '--port must be a whole number from 0 to 65535, not "x".',
        'UPSTREAM_URL must be set where NODE_ENV is production: the sandbox is no place for real data.',
      ],
    });
  });

  it.each([
    ['serve', 'PORT'],
    ['sandbox', '--port'],
  ])('of %s says that the port is taken, and which setting changes it', async (command, setting) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    expect(await failure([command, '--port', String(port)])).toEqual({
      code: 1,
      lines: [`The port is taken. Set ${setting} to another one, or to 0 for any free one.`],
    });
    other.close();
  });

  it('names what is unknown', async () => {
    expect(await failure(['serve', '--prot', '1'])).toEqual({
      code: 1,
      lines: ["error: unknown option '--prot'", '(Did you mean --port?)'],
    });
  });
});

describe('docgraph sandbox', () => {
  it('runs alone, and prints its tokens', async () => {
    const sandbox = await running(['sandbox', '--port', '0'], {}, /^outsider .*\n/m);
    const url = sandbox.lines[0]?.split(/ {2,}/)[1];
    expect(sandbox.lines.slice(1).map((line) => line.split(/ +/))).toEqual(Object.entries(sandboxTokens));
    const response = await fetch(`${url}/v1/orgs`, { headers: { authorization: `Bearer ${sandboxTokens.outsider}` } });
    expect(await response.json()).toMatchObject({ items: [{ object: 'organization' }], count: 1 });
    await stop(sandbox);
  });
});
