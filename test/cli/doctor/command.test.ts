import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type DoctorFlags, ProgressBar, runDoctor } from '../../../src/cli/doctor/command.ts';
import { upstreamUrl } from '../../../src/cli/doctor/flags.ts';
import { RestReader } from '../../../src/cli/doctor/rest-reader.ts';
import { exitCodeOf } from '../../../src/cli/exit.ts';
import { contract } from '../../../src/resources/contract.ts';
import { createSandbox, sandboxTokens } from '../../../src/sandbox/index.ts';
import { settings } from '../../../src/server/settings/settings.ts';
import { temporaryFolders } from '../../support/gateways/manifests.ts';
import { builtCommand, killRemaining } from '../../support/processes/command.ts';
import { recordStreams } from '../../support/processes/recorded-streams.ts';
import { json, never, type Reply, startFaultUpstream, text } from '../../support/upstreams/fault-upstream.ts';

const { failure, start } = builtCommand();
const token = 'secret-token-of-the-test';

const folderWith = temporaryFolders();

afterAll(killRemaining);
afterEach(() => vi.unstubAllEnvs());

/** Runs the command with the defaults of its flags. */
async function run(upstream: string, options: Partial<DoctorFlags>) {
  const streams = recordStreams();
  const limits = { samples: 5, maxCalls: 1000, concurrency: 4, timeout: 10_000, maxBytes: 8_388_608, minCoverage: 80 };
  const defaults = { organization: [], key: [], ...limits };
  const flags = { upstream: upstreamUrl(upstream), ...defaults, ...options };
  const code = await exitCodeOf(() => runDoctor(flags, streams), streams);
  return { code, ...streams.written };
}

describe('docgraph doctor', () => {
  it('finds no departure in a sandbox with twice the data, and shows no progress without a terminal', async () => {
    const sandbox = await createSandbox({ scale: 2 });
    const url = await sandbox.listen();
    const { code, stdout, stderr } = await run(`${url}/v1`, { token: sandboxTokens.admin });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^No departure from the contract in 61 of 62 GETs in \d+ calls\.$/m);
    expect(stdout).not.toContain('\u001b');
    await sandbox.close();
  });

  it('exits with code 3 if fewer GETs than the minimum could be checked', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(json({ items: [], count: 0 }));
    const { code, stdout, stderr } = await run(upstream.url, { token, json: true });
    const line = 'Only 0 of 62 GETs could be checked: the minimum is 50 (--min-coverage).\n';
    expect({ code, stderr }).toEqual({ code: 3, stderr: line });
    const { departures, checked, operations, minimum, untried } = JSON.parse(stdout);
    expect({ departures, checked, operations, minimum }).toEqual({
      ...{ departures: [], checked: 0 },
      ...{ operations: 62, minimum: 50 },
    });
    expect(untried).toHaveLength(62);
    expect(await run(upstream.url, { token, minCoverage: 2 })).toMatchObject({ code: 3 });
    expect(await run(upstream.url, { token, minCoverage: 0 })).toMatchObject({ code: 0, stderr: '' });
    await upstream.close();
  });

  it('takes the minimum for a share of all GETs, rounded up', async () => {
    const sandbox = await createSandbox();
    const url = await sandbox.listen();
    const options = { token: sandboxTokens.admin, samples: 1 };
    expect(await run(url, { ...options, minCoverage: 98 })).toMatchObject({ code: 0, stderr: '' });
    expect(await run(url, { ...options, minCoverage: 99 })).toMatchObject({
      ...{ code: 3, stderr: 'Only 61 of 62 GETs could be checked: the minimum is 62 (--min-coverage).\n' },
      stdout: expect.stringMatching(/^No departure from the contract in 61 of 62 GETs in \d+ calls\.$/m),
    });
    await sandbox.close();
  });

  it('has the defaults of the gateway for the time and the size of a response', async () => {
    const help = (await start(['doctor', '--help']).stdout).replace(/\s+/g, ' ');
    expect(help).toContain(`Timeout of one call, in milliseconds. (default: ${settings.upstreamTimeout.defaultValue})`);
    expect(help).toContain(`decompressed, in bytes. (default: ${settings.upstreamMaxResponseBytes.defaultValue})`);
  });

  it('reports departures as JSON with the exit code 1, and never shows the token', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(json({ items: [{ id: 'o', title: token, defaultRole: token, [token]: 1 }] }));
    const { code, stdout, stderr } = await run(upstream.url, { token, json: true });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).departures).toContainEqual({
      operation: 'organizations.list',
      kind: 'missing',
      location: 'items[].plan',
      message: 'It is missing.',
      count: 1,
      example: '/v1/orgs',
    });
    expect(stdout).toContain('It has the value \\"[redacted]\\", which the contract does not list.');
    expect(stdout + stderr).not.toContain(token);
    expect(upstream.arrived.every(({ headers }) => headers.authorization === `Bearer ${token}`)).toBe(true);
    await upstream.close();
  });

  it("runs with the gateway's own environment: its headers, rules for clients, and a file with the token", async () => {
    const upstream = await startFaultUpstream();
    const key = 'secret-key-of-the-test';
    const items = [{ id: 'o', title: key, defaultRole: key }];
    upstream.reply(json({ items }, 200, { 'content-type': 'text/v2' }));
    vi.stubEnv('UPSTREAM_HEADERS', `x-api-key=${key},x-api-version=2`);
    vi.stubEnv('JWT_JWKS_URL', 'https://id.example.com/keys');
    vi.stubEnv('JWT_ISSUER', 'https://id.example.com');
    vi.stubEnv('CORS_ORIGINS', '*');
    vi.stubEnv('UPSTREAM_TOKEN', '');
    const folder = await folderWith({ token: `${token}\n` });
    vi.stubEnv('UPSTREAM_TOKEN_FILE', join(folder, 'token'));
    const { code, stdout, stderr } = await run(upstream.url, { json: true });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('It has the value \\"[redacted]\\", which the contract does not list.');
    expect(stdout).not.toContain(key);
    // The version is no secret: texts with its digit stay readable.
    expect(stdout).toContain('It has the content type \\"text/v2\\", not application/json.');
    const own = { authorization: `Bearer ${token}`, 'x-api-key': key, 'x-api-version': '2' };
    expect(upstream.arrived.map(({ headers }) => headers)).toContainEqual(expect.objectContaining(own));
    await upstream.close();
  });

  it('exits with code 3 and one line if nothing can be read', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(json({}, 401));
    expect(await run(upstream.url, { token })).toEqual({
      ...{ code: 3, stdout: '' },
      stderr: `${upstream.url}/ rejects the token (401). Pass a valid one.\n`,
    });
    expect(await run('http://127.0.0.1:1', { token })).toEqual({
      ...{ code: 3, stdout: '' },
      stderr: 'http://127.0.0.1:1/ cannot be reached: ECONNREFUSED.\n',
    });
    expect(await run(upstream.url, { token: '' })).toMatchObject({
      ...{ code: 2, stderr: 'Set UPSTREAM_TOKEN, or pass --token.\n' },
    });
    const usage = await failure(['doctor', '--upstream', upstream.url, '--key', 'spaceID=a']);
    expect(usage.code).toBe(2);
    expect(usage.lines[0]).toContain('"spaceID" is no path parameter.');
    await upstream.close();
  });

  it('reports an address without the lists of the contract', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(json({}, 404));
    const { code, stdout } = await run(upstream.url, { token, json: true });
    const message = 'The status is 404, not 200.';
    expect(code).toBe(1);
    expect(JSON.parse(stdout).departures).toEqual([
      expect.objectContaining({ operation: 'organizations.list', kind: 'status', message }),
    ]);
    await upstream.close();
  });

  it.each(['doctor', 'drift'])('does not repeat the value of an unknown option (%s)', async (command) => {
    expect(await failure([command, '--tokn=secret', '--upstream', 'https://service.example', 'openapi.json'])).toEqual({
      code: 2,
      lines: ["error: unknown option '--tokn'"],
    });
  });

  it.each(['doctor', 'drift'])('does not repeat an address with a password (%s)', async (command) => {
    const line = '--upstream must be an http or https address without credentials, query or fragment.';
    const args = [command, '--upstream', 'https://user:secret@service.example', 'openapi.json'];
    expect(await failure(args)).toEqual({ code: 2, lines: [line] });
  });
});

describe('a call of the doctor', () => {
  const reader = (url: string, { maxCalls = 10, timeoutMs = 10_000 } = {}) =>
    new RestReader({ upstream: new URL(url), token, maxCalls, concurrency: 1, timeoutMs, maxBytes: 2048 });

  it('is sent again when the service allows it', async () => {
    const upstream = await startFaultUpstream();
    const replies = [429, 503, 200];
    upstream.reply((response, request) => {
      response.setHeader('retry-after', '0');
      json({ items: [] }, replies.shift())(response, request);
    });
    expect(await reader(upstream.url).get(contract.organizations.list, {})).toMatchObject({ status: 200 });
    expect(upstream.arrived).toHaveLength(3);
    await upstream.close();
  });

  it('is counted each time, and not sent beyond the maximum', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply((response, request) => {
      response.setHeader('retry-after', '0');
      json({}, 429)(response, request);
    });
    const limited = reader(upstream.url, { maxCalls: 2 });
    expect(await limited.get(contract.organizations.list, {})).toEqual({ kind: 'unsent' });
    expect(upstream.arrived).toHaveLength(2);
    await upstream.close();
  });

  it('ends at its timeout, and does not follow a redirect', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(never);
    expect(await reader(upstream.url, { timeoutMs: 200 }).get(contract.organizations.list, {})).toEqual({
      kind: 'failed',
      reason: 'no response within 200 ms',
    });
    upstream.reply((response) => response.writeHead(302, { location: upstream.url }).end());
    expect(await reader(upstream.url).get(contract.organizations.list, {})).toEqual({ kind: 'status', status: 302 });
    expect(upstream.arrived).toHaveLength(1);
    await upstream.close();
  });
});

describe('a response to the doctor', () => {
  const body = JSON.stringify({ items: [] });
  const read = async (reply: Reply, maxBytes = body.length) => {
    const upstream = await startFaultUpstream();
    upstream.reply(reply);
    const limits = { maxCalls: 1, concurrency: 1, timeoutMs: 10_000, maxBytes };
    const result = await new RestReader({ upstream: new URL(upstream.url), token, ...limits }).get(
      contract.organizations.list,
      {},
    );
    await upstream.close();
    return result;
  };
  const type = { 'content-type': 'application/json' };
  const valid = { kind: 'json', status: 200, body: { items: [] }, contentType: 'application/json' };

  it('is decompressed as the gateway does it', async () => {
    const compressed = gzipSync(body.padEnd(1000));
    expect(await read(text(compressed, 200, { ...type, 'content-encoding': 'GZIP' }), 1000)).toEqual(valid);
    expect(await read(text(compressed, 200, { ...type, 'content-encoding': 'gzip' }), 999)).toEqual({
      kind: 'invalid',
      reason: 'It is larger than 999 bytes. Request fewer items.',
    });
    expect(await read(text(compressed, 200, { ...type, 'content-encoding': 'zstd' }), 1000)).toEqual({
      kind: 'invalid',
      reason: 'It is encoded as "zstd". The gateway accepts gzip, deflate, br, and responses that are not encoded.',
    });
  });

  it('may have as many bytes as the gateway accepts, and no more', async () => {
    expect(await read(text(body, 200, type))).toEqual(valid);
    expect(await read(text(`${body} `, 200, type))).toEqual({
      kind: 'invalid',
      reason: `It is larger than ${body.length} bytes. Request fewer items.`,
    });
  });

  it.each([
    ['', 'It has no content.'],
    ['{', 'It is not JSON.'],
    [Buffer.from([0x22, 0xff, 0x22]), 'It is not UTF-8.'],
  ])('is invalid with the content %j', async (content, reason) => {
    expect(await read(text(content, 200, type))).toEqual({ kind: 'invalid', reason });
  });
});

describe('the progress bar', () => {
  const shownOn = (terminal: { isTTY?: boolean; columns?: number }, TERM = 'xterm') => {
    const written: string[] = [];
    const bar = new ProgressBar({ ...terminal, write: (text) => written.push(text) }, { TERM });
    bar.show({ calls: 40, done: 31, operations: 62 });
    bar.clear();
    return written;
  };

  it('is one line of a terminal, no longer than it', () => {
    const line = '[############------------] 31 of 62 operations, 40 calls';
    expect(shownOn({ isTTY: true })).toEqual([`\r\u001b[K${line}`, '\r\u001b[K']);
    expect(shownOn({ isTTY: true, columns: 20 })[0]).toBe(`\r\u001b[K${line.slice(0, 19)}`);
  });

  it('is not shown elsewhere', () => {
    expect(shownOn({})).toEqual([]);
    expect(shownOn({ isTTY: true }, 'dumb')).toEqual([]);
  });
});
