import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { printSdl } from '../../src/engine/engine.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { sandboxInviteLinks, sandboxTokens } from '../../src/sandbox/index.ts';
import {
  builtCommand,
  commandOf,
  killRemaining,
  refusesConnections,
  shell,
  stop,
  urlIn,
} from '../support/processes/command.ts';
import { json, never, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';

const { start, running, serve, failure } = builtCommand();

afterAll(killRemaining);

describe.concurrent('docgraph serve', () => {
  it('runs on the sandbox, prints its addresses and a working query, and exits at SIGTERM', async () => {
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
    const known = await shell(
      `${curl.replace(/-d '.*'/, `-d '{"query":"{ viewer { user { displayName } } }"}'`)} --silent`,
    );
    expect(known.data).toEqual({ viewer: { user: { displayName: 'Mara Lindqvist' } } });
    const page = await fetch(urlIn(lines, 'Explorer'));
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    await stop(gateway);
    expect((await gateway.stderr).split('\n').filter((line) => line !== '')).toEqual(lines);
    const log = (await gateway.stdout).trim().split('\n');
    expect(log.map((line) => JSON.parse(line).msg)).toContain('operation');
  });

  it('prints its addresses to stdout if nothing is logged, and exits at SIGINT', async () => {
    const upstream = await startFaultUpstream();
    const gateway = await serve(
      { UPSTREAM_URL: `${upstream.url}/prefix/v1`, NODE_ENV: 'production', SHUTDOWN_DELAY: '0' },
      '--log-level',
      'silent',
    );
    expect(gateway.lines).toEqual([
      expect.stringMatching(/^GraphQL +http:\/\/127\.0\.0\.1:\d+\/graphql$/),
      `Upstream   ${upstream.url}/prefix`,
      expect.stringMatching(/^curl http:.*\/graphql -H .*\$TOKEN/),
    ]);
    upstream.reply(json({ items: [{ id: 'o', title: 'Halcyon' }] }));
    await shell(`TOKEN=own; ${gateway.lines[2]} --silent`);
    expect(upstream.arrived[0]).toMatchObject({
      url: '/prefix/v1/orgs?limit=25',
      headers: { authorization: 'Bearer own' },
    });
    await stop(gateway, 'SIGINT');
    expect(await gateway.stderr).toBe('');
    await upstream.close();
  });

  it('logs its addresses in production, and prints nothing else', async () => {
    const environment = { UPSTREAM_URL: 'http://127.0.0.1:9', NODE_ENV: 'production', SHUTDOWN_DELAY: '0' };
    const gateway = await running(['serve'], { ...environment, METRICS: 'true' }, /"msg":"started"/);
    const line = gateway.log().find(({ msg }) => msg === 'started');
    const graphql = String(line?.graphql);
    expect(graphql).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/graphql$/);
    expect(line).toMatchObject({ upstream: 'http://127.0.0.1:9/', metrics: graphql.replace('graphql', 'metrics') });
    expect(line).not.toHaveProperty('explorer');
    await stop(gateway);
    expect(gateway.printed()).toEqual([]);
    expect(await gateway.stderr).toBe('');
  });

  it('completes in-flight requests on shutdown', async () => {
    const upstream = await startFaultUpstream();
    const gateway = await serve({ UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: 't' });
    const held = new Promise<() => void>((resolve) => {
      upstream.reply((response, request) => resolve(() => json({ items: [], count: 7 })(response, request)));
    });
    const response = shell(`${gateway.lines[3]} --silent`);
    const release = await held;
    gateway.child.kill('SIGTERM');
    await refusesConnections(urlIn(gateway.lines, 'GraphQL'));
    release();
    expect(await response).toEqual({ data: { organizations: { nodes: [] } } });
    expect(await gateway.exit).toEqual({ code: 0, signal: null });
    await upstream.close();
  });

  it('waits for them no longer than SHUTDOWN_TIMEOUT', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(never);
    const gateway = await serve({ UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: 't', SHUTDOWN_TIMEOUT: '100' });
    const response = shell(`${gateway.lines[3]} --silent`);
    while (upstream.arrived.length === 0) await setTimeout(10);
    gateway.child.kill('SIGTERM');
    expect(await gateway.exit).toEqual({ code: 1, signal: null });
    expect(await response).toMatchObject({
      data: { organizations: null },
      errors: [{ extensions: { code: 'UPSTREAM_TIMEOUT' } }],
    });
    await upstream.close();
  });
});

describe.concurrent('a failed start', () => {
  it('prints one line for each mistake in the settings', async () => {
    expect(await failure(['serve', '--port', 'x'], { UPSTREAM_TIMEOUT: '-1', NODE_ENV: 'production' })).toEqual({
      code: 2,
      lines: [
        'UPSTREAM_TIMEOUT must be a whole number from 1 to 600000 in milliseconds, or one with a unit (ms, s, m, h), not "-1".',
        '--port must be a whole number from 0 to 65535, not "x".',
        'UPSTREAM_URL must be set if NODE_ENV is production: the embedded sandbox is for development.',
      ],
    });
  });

  it.each([
    ['serve', 'PORT'],
    ['sandbox', '--port'],
  ])('of %s names the setting that changes a port in use', async (command, setting) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    expect(await failure([command, '--port', String(port)])).toEqual({
      code: 3,
      lines: [`The port is taken. Set ${setting} to another one, or to 0 for any free one.`],
    });
    other.close();
  });

  it('names an unknown command, and the one that may be meant', async () => {
    expect(await failure(['qurey', 'x'])).toEqual({
      code: 2,
      lines: ["error: unknown command 'qurey'", '(Did you mean query?)'],
    });
  });

  it('names an unknown option', async () => {
    expect(await failure(['serve', '--prot', '1'])).toEqual({
      code: 2,
      lines: ["error: unknown option '--prot'", '(Did you mean --port?)'],
    });
  });
});

describe.concurrent('bin/docgraph.cjs', () => {
  /** The package without its build, for a Node that says that it has this version. */
  async function unbuilt(version: string) {
    const folder = await mkdtemp(join(tmpdir(), 'docgraph-'));
    await cp('bin', join(folder, 'bin'), { recursive: true });
    await cp('package.json', join(folder, 'package.json'));
    const preload = join(folder, 'preload.cjs');
    await writeFile(preload, `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`);
    const { failure } = commandOf('--require', preload, join(folder, 'bin', 'docgraph.cjs'));
    const result = await failure(['serve']);
    await rm(folder, { recursive: true });
    return { ...result, lines: result.lines.map((line) => line.replace(folder, '')) };
  }

  it.each(['10.24.1', '18.20.8', '20.18.3'])('rejects Node %s', async (version) => {
    const lines = [`docgraph needs Node 20.19 or later; this is Node ${version}.`];
    expect(await unbuilt(version)).toEqual({ code: 3, lines });
  });

  it.each([
    [['query'], true],
    [['config', '--port', '1'], true],
    [['serve'], false],
    [['sandbox'], false],
    [['--port', '1'], false],
    [[], false],
  ])('leaves SIGHUP to the command of %j: %j', async (args, isLeft) => {
    const folder = await mkdtemp(join(tmpdir(), 'docgraph-'));
    await cp('bin', join(folder, 'bin'), { recursive: true });
    await cp('package.json', join(folder, 'package.json'));
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'dist', 'cli.js'), 'setInterval(() => {}, 1000); console.log("ready");');
    const { child, exit } = await commandOf(join(folder, 'bin', 'docgraph.cjs')).running(args, {}, /ready/);
    child.kill('SIGHUP');
    // Where SIGHUP ends the process, nothing else has to.
    if (!isLeft) await setTimeout(100).then(() => child.kill('SIGTERM'));
    expect(await exit).toEqual({ code: null, signal: isLeft ? 'SIGHUP' : 'SIGTERM' });
    await rm(folder, { recursive: true });
  });

  it.each(['20.19.0', '22.1.0', '100.0.0'])('names the missing build on Node %s', async (version) => {
    const lines = ['Run `npm run build` first: /dist/cli.js is missing.'];
    expect(await unbuilt(version)).toEqual({ code: 3, lines });
  });
});

describe('docgraph schema', () => {
  it.each([
    [[], 'schema'],
    [['--nullability', 'strict'], 'schema.strict'],
  ])('prints the SDL (%s)', async (flags, file) => {
    const { stdout, exit } = start(['schema', ...flags]);
    expect(await stdout).toBe(await readFile(`src/generated/${file}.graphql`, 'utf8'));
    expect(await exit).toEqual({ code: 0, signal: null });
  });

  it('prints the SDL for tools of 2018', async () => {
    const { stdout } = start(['schema', '--for', '2018']);
    expect(await stdout).toBe(printSdl(createSchema(), '2018'));
  });

  it('names the forms of the SDL', async () => {
    expect(await failure(['schema', '--nullability', 'loose'])).toEqual({
      code: 2,
      lines: [
        "error: option '--nullability <form>' argument 'loose' is invalid. Allowed choices are semantic, strict.",
      ],
    });
  });
});

describe('docgraph sandbox', () => {
  it('runs alone and prints its tokens and invite links', async () => {
    const sandbox = await running(['sandbox', '--port', '0'], {}, /^Invite links .*\n/m);
    const url = sandbox.lines[0]?.split(/ {2,}/)[1];
    expect(sandbox.lines.slice(1, -1).map((line) => line.split(/ +/))).toEqual(Object.entries(sandboxTokens));
    expect(sandbox.lines.at(-1)?.split(/ +/).slice(2)).toEqual(Object.values(sandboxInviteLinks));
    const response = await fetch(`${url}/v1/orgs`, { headers: { authorization: `Bearer ${sandboxTokens.outsider}` } });
    expect(await response.json()).toMatchObject({ count: 28 });
    await stop(sandbox);
  });
});
