import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import { type GraphQLResultError, startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import type { FaultUpstream, Reply } from '../../support/upstreams/fault-upstream.ts';
import { json, startFaultUpstream, text } from '../../support/upstreams/fault-upstream.ts';

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

/** Requests one organization and returns the one error that the reply must give. */
async function errorOf(reply: Reply): Promise<GraphQLResultError> {
  upstream.reply(reply);
  const { status, data, errors, text: body } = await gateway.execute(one, { token });
  expect(status).toBe(200);
  expect(data).toEqual({ organization: null });
  expect(errors).toHaveLength(1);
  expect(body).not.toContain(token);
  expect(body).not.toMatch(/org-in-url(?!")/);
  return errors?.[0] as GraphQLResultError;
}

/** `extensions.rest` of the call for one organization. */
const rest = (status?: number) => ({
  operation: organizations.get.id,
  method: organizations.get.method,
  path: organizations.get.path,
  ...(status !== undefined && { status }),
});

describe('the status of a response', () => {
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
    [599, 'UPSTREAM_ERROR'],
  ])('%i gives %s, and the call is not retried', async (status, code) => {
    const error = await errorOf(text('', status));
    expect(error).toMatchObject({ path: ['organization'], extensions: { code } });
    expect(error.extensions.rest).toEqual(rest(status));
    expect(error.message).toMatch(/^[A-Z][^<>]+[.…]$/);
    expect(upstream.arrived).toHaveLength(1);
  });

  it.each([502, 503, 504])('%i gives UPSTREAM_UNAVAILABLE after two retries', async (status) => {
    const error = await errorOf(text('', status));
    expect(error).toMatchObject({ path: ['organization'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } });
    expect(error.extensions.rest).toEqual(rest(status));
    expect(upstream.arrived).toHaveLength(3);
  });

  it.each([301, 302, 304, 307, 308])('%i is not followed and gives BAD_UPSTREAM_RESPONSE', async (status) => {
    const error = await errorOf(text('', status, { location: `${upstream.url}/elsewhere` }));
    expect(error.extensions).toEqual({ code: 'BAD_UPSTREAM_RESPONSE', rest: rest(status) });
    expect(upstream.arrived.map(({ url }) => url)).toEqual(['/v1/orgs/org-in-url']);
  });

  it.each([200, 201, 202, 203, 206, 226, 299])('%i is a success', async (status) => {
    upstream.reply(json({ id: 'org-in-url', title: `Status ${status}` }, status));
    const { data, errors } = await gateway.execute(one);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ organization: { title: `Status ${status}` } });
  });

  it.each([204, 205])('%i without a body gives BAD_UPSTREAM_RESPONSE', async (status) => {
    const error = await errorOf(text('', status));
    expect(error.extensions).toEqual({ code: 'BAD_UPSTREAM_RESPONSE', rest: rest(status) });
  });

  it('puts the x-request-id of the response into extensions.rest', async () => {
    const error = await errorOf(text('', 500, { 'x-request-id': 'req-0042' }));
    expect(error.extensions.rest).toEqual({ ...rest(500), requestId: 'req-0042' });
  });

  it.each(['<b>', 'a b', 'x'.repeat(101)])('omits an x-request-id that is not valid: %s', async (id) => {
    const error = await errorOf(text('', 500, { 'x-request-id': id }));
    expect(error.extensions.rest).toEqual(rest(500));
  });
});

describe('Retry-After', () => {
  const anHour = 3_600_000;

  it('is copied in seconds', async () => {
    const error = await errorOf(text('', 429, { 'retry-after': '170' }));
    expect(error.extensions).toEqual({ code: 'RATE_LIMITED', rest: rest(429), retryAfter: 170 });
  });

  it('is copied of a service that is unavailable', async () => {
    const error = await errorOf(text('', 503, { 'retry-after': '170' }));
    expect(error.extensions).toEqual({ code: 'UPSTREAM_UNAVAILABLE', rest: rest(503), retryAfter: 170 });
  });

  it.each([403, 500, 502])('is not copied at %i', async (status) => {
    expect((await errorOf(text('', status, { 'retry-after': '170' }))).extensions).not.toHaveProperty('retryAfter');
  });

  it('is converted to seconds from a date', async () => {
    const error = await errorOf(text('', 429, { 'retry-after': new Date(Date.now() + anHour).toUTCString() }));
    expect(error.extensions.retryAfter).toBeGreaterThan(3500);
    expect(error.extensions.retryAfter).toBeLessThanOrEqual(3600);
  });

  it('is 0 for a date in the past', async () => {
    const error = await errorOf(text('', 429, { 'retry-after': new Date(Date.now() - anHour).toUTCString() }));
    expect(error.extensions.retryAfter).toBe(0);
  });

  it.each(['soon', ''])('is omitted if it is not valid: "%s"', async (value) => {
    const error = await errorOf(text('', 429, { 'retry-after': value }));
    expect(error.extensions).toEqual({ code: 'RATE_LIMITED', rest: rest(429) });
  });
});

describe("the service's own message", () => {
  it.each<[string, Reply]>([
    [
      '{error: {message}}',
      json({ error: { code: 'x', message: 'The title is taken.' }, message: 'Not this one.' }, 409),
    ],
    ['{message}', json({ message: 'The title is taken.', error: 'Conflict' }, 409)],
    ['{error}', json({ error: 'The title is taken.' }, 409)],
    ['JSON under another name', text('{"message":"The title is taken."}', 409, { 'content-type': 'text/html' })],
    ['text', text('The title is taken.', 409, { 'content-type': 'text/plain; charset=utf-8' })],
    ['text with space around', text('\r\n  The title is taken. \r\n', 409, { 'content-type': 'text/plain' })],
    ['many lines', json({ message: '\n The title is taken. \r\n    at save (/srv/app.js:1:1)\n' }, 409)],
  ])('is taken from %s', async (_, reply) => {
    expect((await errorOf(reply)).message).toBe('The title is taken.');
  });

  it('is cut to 200 characters', async () => {
    const { message } = await errorOf(json({ message: 'long '.repeat(100) }, 400));
    expect(message).toBe(`${'long '.repeat(40)}…`);
  });

  const fallback = "The record's current state does not permit this operation.";
  it.each<[string, Reply]>([
    ['a page of HTML', text('<!doctype html><h1>Conflict at db-host</h1>', 409, { 'content-type': 'text/html' })],
    ['HTML with the content type of text', text('<h1>db-host</h1>', 409, { 'content-type': 'text/plain' })],
    ['text without a content type', text('Conflict at db-host', 409)],
    ['a message that is not a string', json({ error: { message: { sql: 'select db-host' } } }, 409)],
    ['an empty message', json({ message: '  \n ' }, 409)],
    ['null', json(null, 409)],
    ['a list', json(['db-host'], 409)],
    ['nothing', text('', 409)],
  ])('is not taken from %s', async (_, reply) => {
    expect((await errorOf(reply)).message).toBe(fallback);
  });

  it.each([500, 502, 503, 504])('is not shown at %i', async (status) => {
    const { message } = await errorOf(json({ error: { message: 'ECONNREFUSED db-host:5432' } }, status));
    expect(message).not.toContain('db-host');
  });
});

describe('the log at level trace', () => {
  it('holds a line for every operation, but no token, id, header or stack', () => {
    const log = gateway.log.join('');
    expect(gateway.log.length).toBeGreaterThan(50);
    expect(log).toContain('"errors":["UNAUTHENTICATED"]');
    expect(log).not.toContain(token);
    expect(log).not.toMatch(/bearer|authorization|org-in-url|leaked|db-host|"stack"|\n\s+at /i);
  });
});
