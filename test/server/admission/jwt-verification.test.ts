import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acme, embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';

const startGateway = embeddedGateways();
const issuer = 'https://id.example.com';

let keys: Server;
let keysUrl: string;
let isDown = false;
let requests = 0;
let signing: Awaited<ReturnType<typeof generateKeyPair>>;
let other: CryptoKey;

beforeAll(async () => {
  signing = await generateKeyPair('ES256', { extractable: true });
  other = (await generateKeyPair('ES256')).privateKey;
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(signing.publicKey)), kid: 'a', alg: 'ES256' }] });
  keys = createServer((_request, response) => {
    requests++;
    response.writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' }).end(jwks);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => keys.once('listening', resolve));
  keysUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/jwks.json`;
});
afterAll(() => keys.close());

const now = () => Math.floor(Date.now() / 1000);

interface Token {
  claims?: JWTPayload;
  kid?: string;
  key?: CryptoKey | Uint8Array;
  alg?: string;
}

/** A token that is valid but for what is given. */
function token({ claims = {}, kid = 'a', key = signing.privateKey, alg = 'ES256' }: Token = {}): Promise<string> {
  const all = { iss: issuer, aud: 'docs', sub: 'u_1', exp: now() + 600, ...claims };
  return new SignJWT(all).setProtectedHeader({ alg, kid }).sign(key);
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
    const response = await post(gateway, authorization);
    await post(gateway, authorization);
    isDown = false;
    expect(log.filter((line) => line.includes('authentication unavailable'))).toHaveLength(1);
    expect(response).toMatchObject({
      status: 503,
      body: { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] },
    });
    expect(await post(gateway, authorization)).toEqual({ status: 200, body: acme });
  });
});

/** A token with another user in it, and the signature of the first one. */
function changed(text: string): string {
  const [head, payload = '', signature] = text.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'u_2' };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}
