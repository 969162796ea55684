import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackTarget } from '../support/attacks/attack-runner.ts';
import { json, type Reply } from '../support/upstreams/fault-upstream.ts';

let target: AttackTarget;

beforeAll(async () => {
  target = await AttackTarget.start({ FORWARD_HEADERS: 'x-tenant' });
});

afterAll(() => target?.close());

/** Responds with the identity that the call carries, a little later, so that calls are in flight together. */
const mirror: Reply = (response, request) => {
  const { authorization = 'nobody', 'x-tenant': tenant = '' } = request.headers;
  const id = request.url.split('/').at(-1);
  setTimeout(() => json({ id, title: `${authorization}|${tenant}` })(response, request), 5);
};

type Headers = Record<string, string>;

/** The title of an organization as a client with these headers sees it. */
async function titleFor(headers: Headers, body: object = { query: '{ organization(id: "o1") { title } }' }) {
  const response = await fetch(`${target.gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: { organization: { title: string } | null } };
  return data.organization?.title;
}

/** Sends all at once and compares each title with the one that belongs to its headers. */
async function expectOwnTitles(clients: readonly Headers[]): Promise<void> {
  target.upstream.reply(mirror);
  const titles = await Promise.all(clients.map((headers) => titleFor(headers)));
  expect(titles).toEqual(
    clients.map(({ authorization = 'nobody', 'x-tenant': tenant = '' }) => `${authorization}|${tenant}`),
  );
}

describe('identical requests in flight', () => {
  it('of 100 tokens, 3,000 in all, get the answers of their own tokens', async () => {
    for (let round = 0; round < 10; round++) {
      await expectOwnTitles(Array.from({ length: 300 }, (_, i) => ({ authorization: `Bearer token-${i % 100}` })));
    }
  });

  it('of tokens that differ in their last character, or in case', async () => {
    const tokens = ['token-a', 'token-b', 'TOKEN-A', 'token-a1', 'token-'];
    await expectOwnTitles([...tokens, ...tokens].map((token) => ({ authorization: `Bearer ${token}` })));
  });

  it('of one token and different forwarded headers', async () => {
    await expectOwnTitles(
      Array.from({ length: 50 }, (_, i) => ({ authorization: 'Bearer shared', 'x-tenant': `tenant-${i % 5}` })),
    );
  });

  it('whose token and header together give the same text', async () => {
    await expectOwnTitles([
      { authorization: 'Bearer a', 'x-tenant': 'bc' },
      { authorization: 'Bearer ab', 'x-tenant': 'c' },
      { authorization: 'Bearer a\tb', 'x-tenant': 'c' },
      { authorization: 'Bearer a', 'x-tenant': 'b,c' },
    ]);
  });

  it('with and without a token', async () => {
    await expectOwnTitles([{}, { authorization: 'Bearer token-a' }, {}, { authorization: 'Bearer token-b' }]);
  });

  it('with different schemes of one token', async () => {
    await expectOwnTitles([{ authorization: 'Bearer dG9rOm9uZQ==' }, { authorization: 'Basic dG9rOm9uZQ==' }]);
  });
});

describe('a request that another client has left', () => {
  it('is complete for those who wait for it', async () => {
    target.upstream.reply(mirror);
    const headers = { authorization: 'Bearer token-a' };
    for (let round = 0; round < 20; round++) {
      const controller = new AbortController();
      const left = fetch(`${target.gateway.url}/graphql`, {
        method: 'POST',
        signal: controller.signal,
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"query":"{ organization(id: \\"o1\\") { title } }"}',
      }).catch(() => undefined);
      const titles = Promise.all([titleFor(headers), titleFor(headers)]);
      controller.abort();
      await left;
      expect(await titles).toEqual(['Bearer token-a|', 'Bearer token-a|']);
    }
  });
});

describe('a response', () => {
  it.each([
    ['of data', '{"query":"{ organization(id: \\"o1\\") { title } }"}'],
    ['of errors', '{"query":"{ nothing }"}'],
    ['to malformed JSON', '{'],
  ])('%s is not kept by shared caches', async (_, body) => {
    target.upstream.reply(mirror);
    const response = await fetch(`${target.gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token-a' },
      body,
    });
    await response.text();
    expect(response.headers.get('cache-control')).toContain('no-store');
  });

  it('to a GET is not kept by shared caches', async () => {
    target.upstream.reply(mirror);
    const response = await fetch(`${target.gateway.url}/graphql?query={organization(id:"o1"){title}}`, {
      headers: { 'content-type': 'application/json', authorization: 'Bearer token-a' },
    });
    await response.text();
    expect(response.headers.get('cache-control')).toContain('no-store');
  });
});

describe('a persisted query', () => {
  it('that one client has registered gives the other its own data', async () => {
    target.upstream.reply(mirror);
    const query = '{ organization(id: "o1") { title } }';
    const sha256Hash = await sha256(query);
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    expect(await titleFor({ authorization: 'Bearer token-a' }, { query, extensions })).toBe('Bearer token-a|');
    expect(await titleFor({ authorization: 'Bearer token-b' }, { extensions })).toBe('Bearer token-b|');
  });
});

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');
}
