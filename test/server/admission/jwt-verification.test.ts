import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { acme, embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';
import { parseMetrics } from '../../support/services/metrics.ts';

const startGateway = embeddedGateways();
beforeEach(async () => {
  published = [await jwk(signing.publicKey, 'a')];
});
const issuer = 'https://id.example.com';

let keys: Server;
let keysUrl: string;
let isDown = false;
let requests = 0;
let published: unknown[];
let signing: Awaited<ReturnType<typeof generateKeyPair>>;
let other: CryptoKey;

beforeAll(async () => {
  signing = await generateKeyPair('ES256', { extractable: true });
  other = (await generateKeyPair('ES256')).privateKey;
  keys = createServer((_request, response) => {
    requests++;
    response
      .writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ keys: published }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => keys.once('listening', resolve));
  keysUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/jwks.json`;
});
afterAll(() => keys.close());

async function jwk(key: CryptoKey, kid?: string, alg = 'ES256'): Promise<JWK> {
  return { ...(await exportJWK(key)), alg, ...(kid !== undefined && { kid }) };
}

const now = () => Math.floor(Date.now() / 1000);

interface Token {
  claims?: JWTPayload;
  /** null: none. */
  kid?: string | null;
  key?: CryptoKey | Uint8Array;
  alg?: string;
}

/** A token that is valid but for what is given. */
function token({ claims = {}, kid = 'a', key = signing.privateKey, alg = 'ES256' }: Token = {}): Promise<string> {
  const all = { iss: issuer, aud: 'docs', sub: 'u_1', exp: now() + 600, ...claims };
  return new SignJWT(all).setProtectedHeader({ alg, ...(kid !== null && { kid }) }).sign(key);
}

const unsigned = () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ iss: issuer, aud: 'docs', exp: now() + 600 })}.`;
};

const start = (environment: Record<string, string> = {}) =>
  startGateway({}, { JWT_JWKS_URL: keysUrl, JWT_ISSUER: issuer, JWT_AUDIENCE: 'docs,api', ...environment });

async function post({ fetch }: Awaited<ReturnType<typeof start>>['gateway'], authorization?: string, text = query) {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
  const body = JSON.stringify({ query: text });
  const response = await fetch(new Request('http://gateway/graphql', { method: 'POST', headers, body }));
  return { status: response.status, body: await response.json() };
}

const refused = {
  status: 401,
  body: { errors: [{ message: 'The request could not be authenticated.', extensions: { code: 'UNAUTHENTICATED' } }] },
};

describe('with JWT_JWKS_URL', () => {
  it('sends a valid token to the service, and verifies it once', async () => {
    const { gateway, upstream } = await start();
    const authorization = `Bearer ${await token()}`;
    const before = requests;
    for (let i = 0; i < 3; i++) expect(await post(gateway, authorization)).toEqual({ status: 200, body: acme });
    expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(authorization));
    expect(requests).toBe(before + 1);
  });

  const invalid: [name: string, authorization: () => string | undefined | Promise<string>][] = [
    ['no token', () => undefined],
    ['a token that is no JWT', () => 'Bearer abc'],
    ['another scheme', async () => `Basic ${await token()}`],
    ['a token of another issuer', async () => `Bearer ${await token({ claims: { iss: 'https://evil.example' } })}`],
    ['a token for another audience', async () => `Bearer ${await token({ claims: { aud: 'shop' } })}`],
    ['an expired token', async () => `Bearer ${await token({ claims: { exp: now() - 60 } })}`],
    ['a token that is not valid yet', async () => `Bearer ${await token({ claims: { nbf: now() + 60 } })}`],
    ['a token without an expiry', async () => `Bearer ${await token({ claims: { exp: undefined } })}`],
    ['a token of another key', async () => `Bearer ${await token({ key: other })}`],
    ['a token of an unknown key', async () => `Bearer ${await token({ kid: 'b' })}`],
    ['an unsigned token', () => `Bearer ${unsigned()}`],
    [
      'a token that is signed with the public key as a secret',
      async () => {
        const key = new TextEncoder().encode(await exportSPKI(signing.publicKey));
        return `Bearer ${await token({ alg: 'HS256', key })}`;
      },
    ],
    ['a token whose claims were changed', async () => `Bearer ${changed(await token())}`],
  ];

  it.each(invalid)('rejects %s, and calls nothing', async (_name, authorization) => {
    const { gateway, upstream, log } = await start();
    const given = await authorization();
    expect(await post(gateway, given)).toEqual(refused);
    expect(upstream.arrived).toEqual([]);
    if (given !== undefined) expect(log.join('')).not.toContain(given.split(' ')[1]?.slice(-20));
  });

  it('verifies tokens before anything of a request is read, and names the scheme', async () => {
    const trustedDocuments = { documents: { known: query }, mode: 'enforce' as const };
    const { gateway, log } = await startGateway({ trustedDocuments }, { JWT_JWKS_URL: keysUrl, JWT_ISSUER: issuer });
    const send = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      const response = await gateway.fetch(new Request('http://gateway/graphql', { method: 'POST', headers, body }));
      return [response.status, response.headers.get('www-authenticate'), (await response.json()).errors[0].extensions];
    };
    const outcome = [401, 'Bearer', { code: 'UNAUTHENTICATED' }];
    for (const body of ['{"documentId":"known"}', '{"documentId":"unknown"}', '{bad', '{"query":"{ nothing }"}'])
      expect(await send(body)).toEqual(outcome);
    const schema = await gateway.fetch(new Request('http://gateway/schema.graphql'));
    expect([schema.status, schema.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'authentication failed');
    expect(lines.map(({ level }) => level)).toEqual(Array(5).fill(30));
    for (const { requestId } of lines) expect(requestId).toMatch(/./);
  });

  it('lets clients without a token pass with JWT_REQUIRED=false', async () => {
    const { gateway, upstream } = await start({ JWT_REQUIRED: 'false' });
    expect(await post(gateway)).toEqual({ status: 200, body: acme });
    expect(await post(gateway, 'Bearer abc')).toEqual(refused);
    expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('knows the user by a claim', async () => {
    const { gateway } = await start({ VERIFIED_JWT_USER_CLAIM: 'sub' });
    const { body } = await post(gateway, `Bearer ${await token()}`, '{ viewer { restId } }');
    expect(body).toEqual({ data: { viewer: { restId: 'u_1' } } });
  });

  it('responds with status 503 while the keys cannot be read, and serves clients again afterwards', async () => {
    const { gateway, log } = await start();
    const authorization = `Bearer ${await token()}`;
    isDown = true;
    const before = requests;
    const response = await post(gateway, authorization);
    await post(gateway, authorization);
    // It does not ask again at once.
    expect(requests).toBe(before + 1);
    isDown = false;
    expect(log.filter((line) => line.includes('authentication unavailable'))).toHaveLength(1);
    expect(response).toMatchObject({
      status: 503,
      body: { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] },
    });
    await expect.poll(() => post(gateway, authorization), { timeout: 10_000 }).toEqual({ status: 200, body: acme });
  });

  it('takes tokens that Ed25519 signs, by its own name and by that of its family', async () => {
    const { publicKey, privateKey: key } = await generateKeyPair('Ed25519');
    published = [await jwk(publicKey, 'a', 'Ed25519'), await jwk(publicKey, 'b', 'EdDSA')];
    const { gateway } = await start();
    expect((await post(gateway, `Bearer ${await token({ key, alg: 'Ed25519' })}`)).status).toBe(200);
    expect((await post(gateway, `Bearer ${await token({ key, alg: 'EdDSA', kid: 'b' })}`)).status).toBe(200);
  });

  it('answers with status 503 and names the cause where the key of a token cannot be used', async () => {
    published = [...published, { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'broken', alg: 'ES256' }];
    const { gateway, log } = await start();
    expect((await post(gateway, `Bearer ${await token({ kid: 'broken' })}`)).status).toBe(503);
    const line = log.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'authentication unavailable');
    expect(line).toMatchObject({ level: 40, code: 'UNUSABLE_KEY' });
    expect((await post(gateway, `Bearer ${await token()}`)).status).toBe(200);
  });
});

describe('while keys are rotated', () => {
  let next: Awaited<ReturnType<typeof generateKeyPair>>;
  let passedMs = 0;

  beforeEach(async () => {
    next = await generateKeyPair('ES256', { extractable: true });
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + passedMs);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    passedMs = 0;
    isDown = false;
  });

  /** Resolves to the status of a request with a token that was not used before. */
  async function statusOf({ gateway }: Awaited<ReturnType<typeof start>>, given: Token = {}): Promise<number> {
    const authorization = `Bearer ${await token({ ...given, claims: { jti: String(Math.random()) } })}`;
    return (await post(gateway, authorization)).status;
  }

  it.each(['a', null])(
    'reads the keys again for a token of a new one, at most every 30 seconds, kid: %s',
    async (kid) => {
      const name = kid === null ? undefined : 'a';
      const newKid = kid === null ? null : 'new';
      published = [await jwk(signing.publicKey, name)];
      const started = await start();
      expect(await statusOf(started, { kid })).toBe(200);
      published = [await jwk(next.publicKey, newKid ?? undefined)];
      const before = requests;
      expect(await statusOf(started, { kid: newKid, key: next.privateKey })).toBe(401);
      expect(requests).toBe(before);
      passedMs += 30_000;
      expect(await statusOf(started, { kid: newKid, key: next.privateKey })).toBe(200);
      expect(await statusOf(started, { kid })).toBe(401);
      expect(requests).toBe(before + 1);
    },
  );

  it('tries all keys for a token that names none', async () => {
    published = [
      await jwk(next.publicKey, 'new'),
      { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' },
      await jwk(signing.publicKey, 'a'),
    ];
    const started = await start();
    expect(await statusOf(started, { kid: null })).toBe(200);
    expect(await statusOf(started, { kid: null, key: next.privateKey })).toBe(200);
    expect(await statusOf(started, { kid: null, key: other })).toBe(401);
    expect(await statusOf(started, { kid: null, claims: { exp: now() - 60 } })).toBe(200);
  });

  it('reads the keys again after ten minutes', async () => {
    const started = await start();
    expect(await statusOf(started)).toBe(200);
    const before = requests;
    published = [await jwk(next.publicKey, 'new')];
    passedMs += 599_000;
    expect(await statusOf(started)).toBe(200);
    passedMs += 1_000;
    expect(await statusOf(started)).toBe(401);
    expect(requests).toBe(before + 1);
  });

  it('uses the keys from before for an hour while they cannot be read', async () => {
    const started = await start({ METRICS: 'true' });
    const failingSeconds = async () =>
      parseMetrics(await started.gateway.metrics()).get('docgraph_jwt_keys_failing_seconds');
    expect(await statusOf(started)).toBe(200);
    isDown = true;
    passedMs += 3_500_000;
    expect(await failingSeconds()).toBe(0);
    expect(await statusOf(started)).toBe(200);
    const message = 'the keys of JWT_JWKS_URL cannot be read, and those from before are used';
    await expect
      .poll(() => started.log.map((line) => JSON.parse(line)))
      .toContainEqual(expect.objectContaining({ level: 40, msg: message, error: 'JOSEError' }));
    // Nobody can tell whether it is of a new key.
    expect(await statusOf(started, { kid: 'new', key: next.privateKey })).toBe(503);
    passedMs += 200_000;
    expect(await statusOf(started)).toBe(503);
    expect(await failingSeconds()).toBeGreaterThanOrEqual(200);
    isDown = false;
    await expect.poll(() => statusOf(started), { timeout: 10_000 }).toBe(200);
    expect(await failingSeconds()).toBe(0);
  });

  it('verifies a token again after a minute, also where the clock of the machine is set back', async () => {
    const started = await start();
    const authorization = `Bearer ${await token()}`;
    const ahead = Date.now() + 300_000;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => ahead);
    expect((await post(started.gateway, authorization)).status).toBe(200);
    clock.mockRestore();
    const before = requests;
    passedMs += 600_000;
    expect((await post(started.gateway, authorization)).status).toBe(200);
    // To verify it, the gateway needs the keys, which are old by now.
    expect(requests).toBe(before + 1);
  });
});

/** A token with another user in it, and the signature of the first one. */
function changed(text: string): string {
  const [head, payload = '', signature] = text.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'u_2' };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}
