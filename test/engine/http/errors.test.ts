import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import type { FaultUpstream, Reply } from '../../support/fault-upstream.ts';
import { json, startFaultUpstream, text } from '../../support/fault-upstream.ts';
import { type AnsweredError, startGateway, type TestGateway } from '../../support/gateway.ts';

const token = 'sEcReT-token-of-this-test';
const one = '{ organization(id: "org-in-url") { title } }';

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url);
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** Asks for one organization, and gives the one error that must come of the reply. */
async function errorOf(reply: Reply): Promise<AnsweredError> {
  upstream.reply(reply);
  const { status, data, errors, text: answer } = await gateway.ask(one, { token });
  expect(status).toBe(200);
  expect(data).toEqual({ organization: null });
  expect(errors).toHaveLength(1);
  expect(answer).not.toContain(token);
  expect(answer).not.toMatch(/org-in-url(?!")/);
  return errors?.[0] as AnsweredError;
}

/** What `extensions.rest` says of the call for one organization. */
const rest = (status?: number) => ({
  operation: organizations.get.id,
  method: organizations.get.method,
  path: organizations.get.path,
  ...(status !== undefined && { status }),
});

describe('the status of an answer', () => {
  it.each([
    [400, 'BAD_USER_INPUT'],
    [401, 'UNAUTHENTICATED'],
    [402, 'BAD_USER_INPUT'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [410, 'NOT_FOUND'],
    [412, 'PRECONDITION_FAILED'],
    [418, 'BAD_USER_INPUT'],
    [422, 'BAD_USER_INPUT'],
    [429, 'RATE_LIMITED'],
    [500, 'UPSTREAM_ERROR'],
    [501, 'UPSTREAM_ERROR'],
    [502, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [504, 'UPSTREAM_UNAVAILABLE'],
    [599, 'UPSTREAM_ERROR'],
  ])('%i is %s, and the call is made once', async (status, code) => {
    const error = await errorOf(text('', status));
    expect(error).toMatchObject({ path: ['organization'], extensions: { code } });
    expect(error.extensions.rest).toEqual(rest(status));
    expect(error.message).toMatch(/^[A-Z][^<>]+[.…]$/);
    expect(upstream.arrived).toHaveLength(1);
  });

  it.each([301, 302, 304, 307, 308])('%i is not followed: BAD_UPSTREAM_RESPONSE', async (status) => {
    const error = await errorOf(text('', status, { location: `${upstream.url}/elsewhere` }));
    expect(error.extensions).toEqual({ code: 'BAD_UPSTREAM_RESPONSE', rest: rest(status) });
    expect(upstream.arrived.map(({ url }) => url)).toEqual(['/v1/orgs/org-in-url']);
  });

  it.each([200, 201, 202, 203, 206, 226, 299])('%i is a success', async (status) => {
    upstream.reply(json({ id: 'org-in-url', title: `Answered with ${status}` }, status));
    const { data, errors } = await gateway.ask(one);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ organization: { title: `Answered with ${status}` } });
  });

  it.each([204, 205])('%i holds no record: BAD_UPSTREAM_RESPONSE', async (status) => {
    const error = await errorOf(text('', status));
    expect(error.extensions).toEqual({ code: 'BAD_UPSTREAM_RESPONSE', rest: rest(status) });
  });

  it('passes the id of the request on, so that the service can be asked about it', async () => {
    const error = await errorOf(text('', 500, { 'x-request-id': 'req-0042' }));
    expect(error.extensions.rest).toEqual({ ...rest(500), requestId: 'req-0042' });
  });

  it.each(['<b>', 'a b', 'x'.repeat(101)])('leaves out an id that is none: %s', async (id) => {
    const error = await errorOf(text('', 500, { 'x-request-id': id }));
    expect(error.extensions.rest).toEqual(rest(500));
  });
});

describe('Retry-After', () => {
  const anHour = 3_600_000;

  it('is given in seconds', async () => {
    const error = await errorOf(text('', 429, { 'retry-after': '17' }));
    expect(error.extensions).toEqual({ code: 'RATE_LIMITED', rest: rest(429), retryAfter: 17 });
  });

  it('is given in seconds where it comes as a date', async () => {
    const error = await errorOf(text('', 429, { 'retry-after': new Date(Date.now() + anHour).toUTCString() }));
    expect(error.extensions.retryAfter).toBeGreaterThan(3500);
    expect(error.extensions.retryAfter).toBeLessThanOrEqual(3600);
  });

  it('is none at all for a date that has passed', async () => {
    const error = await errorOf(text('', 429, { 'retry-after': new Date(Date.now() - anHour).toUTCString() }));
    expect(error.extensions.retryAfter).toBe(0);
  });

  it.each(['soon', ''])('is left out where it says nothing: "%s"', async (value) => {
    const error = await errorOf(text('', 429, { 'retry-after': value }));
    expect(error.extensions).toEqual({ code: 'RATE_LIMITED', rest: rest(429) });
  });
});

describe("the service's own words", () => {
  it.each<[string, Reply]>([
    [
      '{error: {message}}',
      json({ error: { code: 'x', message: 'The title is taken.' }, message: 'Not this one.' }, 409),
    ],
    ['{message}', json({ message: 'The title is taken.' }, 409)],
    ['JSON under another name', text('{"message":"The title is taken."}', 409, { 'content-type': 'text/html' })],
    ['text', text('The title is taken.', 409, { 'content-type': 'text/plain; charset=utf-8' })],
    ['text with space around', text('\r\n  The title is taken. \r\n', 409, { 'content-type': 'text/plain' })],
    ['many lines', json({ message: '\n The title is taken. \r\n    at save (/srv/app.js:1:1)\n' }, 409)],
  ])('are taken from %s', async (_, reply) => {
    expect((await errorOf(reply)).message).toBe('The title is taken.');
  });

  it('are cut where they are long', async () => {
    const { message } = await errorOf(json({ message: 'long '.repeat(100) }, 400));
    expect(message).toBe(`${'long '.repeat(40)}…`);
  });

  const ours = 'The record is in a state that does not allow this.';
  it.each<[string, Reply]>([
    ['a page of HTML', text('<!doctype html><h1>Conflict at db-7</h1>', 409, { 'content-type': 'text/html' })],
    ['a page of HTML that is said to be text', text('<h1>db-7</h1>', 409, { 'content-type': 'text/plain' })],
    ['text of no type', text('Conflict at db-7', 409)],
    ['a message that is no text', json({ error: { message: { sql: 'select db-7' } } }, 409)],
    ['an empty message', json({ message: '  \n ' }, 409)],
    ['null', json(null, 409)],
    ['a list', json(['db-7'], 409)],
    ['nothing', text('', 409)],
  ])('are not taken from %s', async (_, reply) => {
    expect((await errorOf(reply)).message).toBe(ours);
  });

  it.each([500, 502, 503, 504])('are not shown at %i: they are for its operators', async (status) => {
    const { message } = await errorOf(json({ error: { message: 'ECONNREFUSED db-7:5432' } }, status));
    expect(message).not.toContain('db-7');
  });

  it('never repeat the token', async () => {
    const { message } = await errorOf(json({ message: `The token ${token} (${token}) is unknown.` }, 401));
    expect(message).toBe('The token [redacted] ([redacted]) is unknown.');
  });

  it('never repeat a part of the token, where they are cut', async () => {
    const said = `${'x'.repeat(190)} ${token} is unknown.`;
    const { message } = await errorOf(json({ message: said }, 401));
    expect(message).not.toContain(token.slice(0, 5));
  });

  it('never repeat the token of another scheme', async () => {
    upstream.reply((response, { headers }) =>
      json({ message: `No ${headers.authorization}!` }, 401)(response, {} as never),
    );
    const { errors } = await gateway.ask(one, { token: null, headers: { authorization: token } });
    expect(errors?.[0]?.message).toBe('No [redacted]!');
  });
});

describe('an answer that breaks the contract', () => {
  const site = {
    object: 'site',
    id: 's1',
    type: 'basic',
    title: 'Handbook',
    visibility: 'public',
    published: true,
    siteSpaces: 2,
    createdAt: '2025-01-01T00:00:00Z',
    agentsContext: 'included',
  };
  const query = `{ organization(id: "o1") { sites { totalCount nodes {
    restId title visibility isPublished siteSpaceCount createdAt urls { published } features { name customizations }
  } } } }`;
  const good = {
    restId: 's1',
    title: 'Handbook',
    visibility: 'PUBLIC',
    isPublished: true,
    siteSpaceCount: 2,
    createdAt: '2025-01-01T00:00:00Z',
    urls: null,
    features: null,
  };

  async function ask(...items: unknown[]) {
    upstream.reply(json({ items, count: items.length }));
    const { data, errors = [], text: answer } = await gateway.ask(query, { token });
    return { nodes: data.organization.sites?.nodes, errors, answer };
  }

  /** The error at a field of the second of two sites, which must cost that field alone. */
  async function brokenField(field: keyof typeof good, change: Record<string, unknown>) {
    const { nodes, errors, answer } = await ask(site, { ...site, ...change });
    expect(nodes).toEqual([good, { ...good, [field]: null }]);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.path?.slice(0, 5)).toEqual(['organization', 'sites', 'nodes', 1, field]);
    expect(errors[0]?.extensions.code).toBe('UPSTREAM_CONTRACT');
    expect(answer).not.toContain('leaked');
    return errors[0] as AnsweredError;
  }

  it('passes where nothing is broken', async () => {
    const { nodes, errors } = await ask(site, site);
    expect(errors).toEqual([]);
    expect(nodes).toEqual([good, good]);
  });

  it.each([
    ['title', 'title'],
    ['visibility', 'visibility'],
    ['isPublished', 'published'],
    ['createdAt', 'createdAt'],
  ] as const)('costs one field where a required value is missing: %s', async (field, name) => {
    for (const absent of [undefined, null]) {
      const error = await brokenField(field, { [name]: absent });
      expect(error.message).toBe(`The service's answer to sites.list has no value in "${field}".`);
      expect(error.extensions.rest).toMatchObject({ operation: 'sites.list', method: 'GET' });
    }
  });

  it.each(['leaked', 'PUBLIC', 'constructor', ''])(
    'costs one field where an enum has the value "%s"',
    async (value) => {
      const error = await brokenField('visibility', { visibility: value });
      expect(error.message).toBe(
        'The service\'s answer to sites.list has a value that the contract does not list in "visibility".',
      );
    },
  );

  it.each([
    ['title', { title: { leaked: 1 } }],
    ['title', { title: ['leaked'] }],
    ['isPublished', { published: 'leaked' }],
    ['isPublished', { published: { leaked: true } }],
    ['siteSpaceCount', { siteSpaces: 'leaked' }],
    ['siteSpaceCount', { siteSpaces: 1.5 }],
    ['createdAt', { createdAt: 20250101 }],
    ['features', { features: 'leaked' }],
    ['features', { features: { leaked: 1 } }],
  ] as const)('costs one field where a value has another type: %s of %j', async (field, change) => {
    const error = await brokenField(field, change);
    expect(error.message).toBe(
      `The service's answer to sites.list has a value of another type than the contract says in "${field}".`,
    );
    expect(error.extensions.rest).toMatchObject({ operation: 'sites.list', method: 'GET' });
  });

  it('costs one record of a list where it has no id', async () => {
    const { nodes, errors } = await ask(site, { ...site, id: undefined });
    expect(nodes[0]).toEqual(good);
    expect(nodes[1]).toBeNull();
    expect(errors.map(({ extensions, path }) => [extensions.code, path])).toEqual([
      ['UPSTREAM_CONTRACT', ['organization', 'sites', 'nodes', 1, 'restId']],
    ]);
  });

  it.each([
    ['no items', {}],
    ['items that are no list', { items: { leaked: 1 } }],
    ['items that are null', { items: null }],
    ['an item that is null', { items: [site, null] }],
    ['an item that is no object', { items: [site, 'leaked'] }],
  ])('costs the list where it has %s', async (_, answer) => {
    upstream.reply(json(answer));
    const { data, errors, text: body } = await gateway.ask(query, { token });
    expect(data.organization).toEqual({ sites: null });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['organization', 'sites'],
      message: expect.stringMatching(/^The service's answer to sites\.list has .* in "items"\.$/),
      extensions: { code: 'UPSTREAM_CONTRACT', rest: { operation: 'sites.list' } },
    });
    expect(body).not.toContain('leaked');
  });
});

describe('the log at level trace', () => {
  it('holds a line for every operation, and nothing of a token, an id, a header or a stack', () => {
    const log = gateway.log.join('');
    expect(gateway.log.length).toBeGreaterThan(80);
    expect(log).toContain('"errors":["UNAUTHENTICATED"]');
    expect(log).not.toContain(token);
    expect(log).not.toMatch(/bearer|authorization|org-in-url|leaked|db-7|"stack"|\n\s+at /i);
  });
});
