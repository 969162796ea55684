import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { openApiOf } from '../support/drift/openapi.ts';
import { startWorld, type TestWorld } from '../support/gateways/gateway.ts';
import { builtCommand } from '../support/processes/command.ts';
import { runInProcess } from '../support/processes/in-process-command.ts';
import { skipsCertificates, TestAuthority } from '../support/services/certificates.ts';

const sites = `query Sites($first: Int!, $title: String) {
  organizations(first: $first) { nodes { title sites(first: 2, title: $title) { nodes { title } } } }
}`;

const command = builtCommand();
let world: TestWorld;
let folder: string;
let file: string;
beforeAll(async () => {
  world = await startWorld({}, { LOG_LEVEL: 'silent' });
  folder = await mkdtemp(join(tmpdir(), 'operations-'));
  file = join(folder, 'sites.graphql');
  await writeFile(file, sites);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** What the commands have in their environment, besides what the tests have: the sandbox's token. */
const commandEnvironment = () => ({
  NODE_ENV: undefined,
  UPSTREAM_URL: undefined,
  TOKEN: sandboxTokens.admin,
  GATEWAY: world.url,
  REST_URL: world.sandboxUrl,
});

/** Runs a command in this process, which takes a fraction of the time. Each command also has a test that starts it. */
const inProcess = (args: readonly string[], environment: Record<string, string> = {}) =>
  runInProcess(args, { ...commandEnvironment(), ...environment });

/** Runs a line of a shell that knows the command `docgraph`. */
async function run(line: string, environment: Record<string, string> = {}) {
  const env = { ...process.env, ...commandEnvironment(), ...environment };
  const script = `docgraph() { "${process.execPath}" "${command.path}" "$@"; }; ${line}`;
  const child = spawn('sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ]);
  return { stdout, stderr, code };
}

describe('docgraph query', () => {
  it('prints the result of a gateway, with variables', async () => {
    const { stdout, stderr, code } = await run(`docgraph query ${file} --var first=1 --url $GATEWAY`);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(JSON.parse(stdout).data.organizations.nodes).toEqual([
      { title: 'Halcyon Freight Systems', sites: { nodes: expect.arrayContaining([{ title: 'Halcyon Docs' }]) } },
    ]);
  });

  it('knows the user of the token on the sandbox inside its process', async () => {
    const { stdout } = await inProcess(['query', '--execute', '{ viewer { user { restId } } }']);
    expect(JSON.parse(stdout)).toEqual({ data: { viewer: { user: { restId: expect.stringMatching(/./) } } } });
  });

  it('executes no further mutation of a copied request that errors halt', async () => {
    const rename = 'updateSpace(input: { id: "space_none", title: "x" }) { space { id } }';
    const document = `mutation { a: ${rename} b: ${rename} }`;
    const request = JSON.stringify({ query: document, onError: 'HALT' });
    const { stdout, code } = await inProcess(['query', '-e', `curl https://a/graphql -d '${request}'`, '--explain']);
    expect(JSON.parse(stdout)).toMatchObject({ data: null, extensions: { explain: { calls: [{ status: 404 }] } } });
    expect(code).toBe(1);
    const curl = await inProcess(['to-curl', '-e', request]);
    expect(curl.stdout).toContain('"onError":"HALT"');
  });

  it('executes on the sandbox inside its process, and exits with 1 for errors of the result', async () => {
    const { stdout, stderr, code } = await run(`docgraph query -e '{ organization(id: "none") { title } }' --compact`);
    expect(JSON.parse(stdout)).toMatchObject({ data: { organization: null }, errors: [{ path: ['organization'] }] });
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/^organization: .* \(NOT_FOUND\)\n$/);
    expect(code).toBe(1);
  });

  it.each([
    [[], '', 'Set TOKEN.\n'],
    [['--explain'], '', 'Set TOKEN.\n'],
    [[], 'unknown', ''],
  ])('says that a running gateway needs a token: %j with the token %j', async (flags, TOKEN, hint) => {
    const query = ['query', '-e', '{ organizations { totalCount } }', '--url', world.url, ...flags];
    const { stderr, code } = await inProcess(query, { TOKEN });
    expect({ stderr, code }).toEqual({
      stderr: expect.stringMatching(/^organizations: .* \(UNAUTHENTICATED\)\n/),
      code: 1,
    });
    expect(stderr.replace(/^.*\n/, '')).toBe(hint);
  });

  it('names a gateway that does not respond', async () => {
    const { stdout, stderr, code } = await inProcess(['query', '-e', '{ __typename }', '--url', 'http://127.0.0.1:1']);
    expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
    expect(stderr).toMatch(/^No gateway responds at http:\/\/127\.0\.0\.1:1\/graphql/);
  });

  it.each(['/wrong', '/healthz'])('names an address of a gateway that is not that of GraphQL: %s', async (path) => {
    const url = world.url + path;
    const { stdout, stderr, code } = await inProcess(['query', '-e', '{ __typename }', '--url', url]);
    expect({ stdout, stderr, code }).toEqual({
      stdout: '',
      stderr: `${url}/graphql is no GraphQL endpoint: it responds with status 404.\n`,
      code: 3,
    });
  });

  it('names a gateway whose response breaks off', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"data":');
      setImmediate(() => response.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { stderr, code } = await inProcess(['query', '-e', '{ __typename }', '--url', `http://127.0.0.1:${port}`]);
    server.close();
    expect(code).toBe(3);
    expect(stderr).toMatch(/^No gateway responds at .*\n$/);
  });

  it.each([
    [{ TOKEN: 'Ж' }, ['--url', 'http://127.0.0.1:1'], 'TOKEN has a character that an HTTP header must not have.\n'],
    [{ UPSTREAM_CA_FILE: '/none.pem', UPSTREAM_URL: 'https://127.0.0.1:1' }, [], /^UPSTREAM_CA_FILE: .*\n$/],
    [{ UPSTREAM_SOCKET: '/none.sock', UPSTREAM_URL: '' }, [], /^UPSTREAM_SOCKET needs UPSTREAM_URL\.\n$/],
  ])('exits with 2 for settings that cannot be used: %j', async (environment, flags, message) => {
    const { stderr, code } = await inProcess(['query', '-e', '{ __typename }', ...flags], environment);
    expect({ stderr, code }).toEqual({ stderr: expect.stringMatching(message), code: 2 });
  });
});

describe('docgraph plan', () => {
  it('prints the calls by level without colors, and exits with 1 above --max-calls', async () => {
    const { stdout, stderr, code } = await run(`docgraph plan ${file} --var first=5 --max-calls 5`, {
      UPSTREAM_URL: '',
    });
    expect(stdout.split('\n')).toEqual([
      'LEVEL  EXPECTED  AT MOST  OPERATION           FIELD',
      '    1         1        1  organizations.list  organizations',
      '    2         5        5  sites.list          organizations.nodes.sites',
      '',
      'At most 6 REST calls in 2 levels. Expected: 6. With missing records and short pages, at most 1200.',
      '',
    ]);
    expect(stderr).toBe('The plan has 6 calls: more than --max-calls 5.\n');
    expect(code).toBe(1);
  });

  it.skipIf(skipsCertificates)('reads the certificates of UPSTREAM_URL, and sends it nothing', async () => {
    const authority = new TestAuthority();
    const { certFile, keyFile } = authority.sign('localhost');
    const { stderr, code } = await inProcess(['plan', file, '--var', 'first=5'], {
      UPSTREAM_URL: 'https://127.0.0.1:1',
      UPSTREAM_CA_FILE: authority.caFile,
      UPSTREAM_CERT_FILE: certFile,
      UPSTREAM_KEY_FILE: keyFile,
    });
    authority.remove();
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  it('says for how long the cache would keep each response', async () => {
    const { stdout } = await inProcess(['plan', file, '--var', 'first=5'], {
      UPSTREAM_URL: '',
      CACHE: 'memory',
      CACHE_TTLS: 'sites.list=0',
    });
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'LEVEL  EXPECTED  AT MOST  OPERATION           FIELD                      KEPT',
      '    1         1        1  organizations.list  organizations              30 s',
      '    2         5        5  sites.list          organizations.nodes.sites  no: CACHE_TTLS says so.',
    ]);
  });

  it('needs no token where tokens are verified', async () => {
    const { stdout, code } = await inProcess(['plan', file, '--var', 'first=5'], {
      JWT_JWKS_URL: 'http://127.0.0.1:1/jwks',
      JWT_ISSUER: 'https://id.example.com',
    });
    expect(stdout).toContain('At most 6 REST calls in 2 levels.');
    expect(code).toBe(0);
  });

  it('says which list has no bound, and that --max-calls cannot be kept', async () => {
    const { stdout, stderr, code } = await inProcess(
      ['plan', '-e', '{ space(id: "s") { pages { markdown } } }', '--max-calls', '5'],
      { UPSTREAM_URL: '' },
    );
    expect(stdout.trim().split('\n').at(-1)).toBe(
      'Any number of REST calls in 2 levels: no argument bounds the list above space.pages.markdown. Expected: 9.',
    );
    expect({ stderr, code }).toEqual({ stderr: 'The plan has no bound: more than --max-calls 5.\n', code: 1 });
  });

  it('exits with 1 for arguments that are rejected', async () => {
    const { stderr, code } = await inProcess(['plan', '-e', '{ node(id: "garbage") { id } }'], { UPSTREAM_URL: '' });
    expect(stderr).toBe('node: "garbage" is not a global id. Use the "id" of a record.\n');
    expect(code).toBe(1);
  });

  it('rejects unknown options with exit code 2', async () => {
    expect(await run('docgraph plan --nope')).toMatchObject({ code: 2, stderr: "error: unknown option '--nope'\n" });
  });
});

describe('docgraph to-curl', () => {
  it('prints a command that a shell runs, without the token', async () => {
    const { stdout, code } = await run(`docgraph to-curl ${file} --var first=1 --var "title=It's" --url $GATEWAY`);
    expect(code).toBe(0);
    expect(stdout).toContain('-H "Authorization: Bearer $TOKEN"');
    expect(stdout).not.toContain(sandboxTokens.admin);
    const { data } = JSON.parse((await run(`${stdout} --silent`)).stdout);
    expect(data.organizations.nodes[0]).toEqual({ title: 'Halcyon Freight Systems', sites: { nodes: [] } });
  });

  it('prints the REST calls that a query makes', async () => {
    const { stdout } = await inProcess(['to-curl', '--rest', file, '--var', 'first=1', '--url', world.url]);
    const [organizations = '', list = '', ...others] = stdout.trim().split('\n');
    expect(organizations).toBe('curl "$REST_URL/v1/orgs?limit=1" -H "Authorization: Bearer $TOKEN"');
    expect(others).toEqual([]);
    const { items } = JSON.parse((await run(`${list} --silent`)).stdout);
    expect(items[0]).toMatchObject({ object: 'site', title: 'Halcyon Docs' });
  });

  it('exits with 1 after the REST calls of a query whose result has errors', async () => {
    const { stdout, stderr, code } = await run(
      `docgraph to-curl --rest -e '{ organization(id: "none") { title } }' --url $GATEWAY`,
    );
    expect(stdout).toBe('curl "$REST_URL/v1/orgs/none" -H "Authorization: Bearer $TOKEN"\n');
    expect(stderr).toMatch(/^organization: .* \(NOT_FOUND\)\n$/);
    expect(code).toBe(1);
  });
});

describe('docgraph from-rest', () => {
  it('prints an operation that docgraph takes', async () => {
    const call = 'curl "$REST_URL/v1/orgs?limit=2" -H "Authorization: Bearer secret"';
    const { stdout, code } = await run(`docgraph from-rest --json '${call}' | docgraph query --url $GATEWAY`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).data.organizations.nodes).toHaveLength(2);
  });

  it('prints a write as a mutation, whose call is the same', async () => {
    await writeFile(join(folder, 'call.sh'), `curl -X PATCH https://rest.example/v1/spaces/s1 -d '{"title":"x"}'`);
    const request = await inProcess(['from-rest', '--json', '--file', join(folder, 'call.sh')]);
    await writeFile(join(folder, 'request.json'), request.stdout);
    const { stdout, stderr } = await run(`docgraph to-curl --rest - < ${folder}/request.json`);
    expect(stdout).toContain('curl -X PATCH "$REST_URL/v1/spaces/s1" \\\n');
    expect(stdout).toContain(`-d '{"title":"x"}'`);
    expect(request.stderr + stderr).toBe('');
    const unknown = await inProcess(['from-rest', '/v2']);
    expect(unknown.stderr).toBe('The contract has no operation at "/v2".\n');
  });

  it('says that a command needs quotes', async () => {
    expect(await run('docgraph from-rest curl -X DELETE https://rest.example/v1/orgs')).toEqual({
      stdout: '',
      stderr: "error: unknown option '-X'\nGive the call in quotes, as in: docgraph from-rest 'GET /v1/orgs'\n",
      code: 2,
    });
  });

  it('prints variables as a comment', async () => {
    const { stdout } = await inProcess(['from-rest', 'GET /v1/spaces/s1/content/pages?computed=false']);
    expect(stdout).toContain('query SpacePages($spaceId: ID!, $computed: Boolean) {');
    expect(stdout).toContain('# Variables: {\n#   "spaceId": "s1",\n#   "computed": false\n# }\n');
  });
});

it('docgraph drift reads standard input', async () => {
  await writeFile(join(folder, 'api.json'), JSON.stringify(openApiOf('composed')));
  const compared = await run(`docgraph drift - < "${folder}/api.json"`);
  expect(compared).toEqual({ stdout: 'No difference in 131 operations.\n', stderr: '', code: 0 });
  const rejected = await run('echo "{" | docgraph drift -');
  expect(rejected).toEqual({ stdout: '', stderr: 'standard input is not valid JSON.\n', code: 2 });
});
