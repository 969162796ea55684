import { describe, expect, it } from 'vitest';
import { globalIdOf } from '../support/execution/expectations.ts';
import { startGateway } from '../support/gateways/gateway.ts';
import {
  connectionFailures,
  head,
  kinds,
  outcomeOf,
  respondsWith,
  stall,
  writes,
} from '../support/resources/write-cases.ts';
import { writeWorld } from '../support/resources/write-world.ts';
import { bytes, cut, json, never, type Reply, text } from '../support/upstreams/fault-upstream.ts';

const { conducts, upstream, world, freshId, write } = writeWorld();

const outcomeUnknown = 'The write may or may not have been applied. Read the record before you retry.';

describe('a write that is carried out', () => {
  it.each(kinds)('is told as done: %s', async (kind) => {
    const id = freshId();
    const result = await write(kind, id);
    expect(result.errors).toBeUndefined();
    expect(outcomeOf(result)).toBe('done');
    expect(upstream.entriesOf(id)).toHaveLength(1);
  });

  it.each([200, 201, 202, 203])('is told as done whatever 2xx it answers: %i', async (status) => {
    conducts.set('w0', respondsWith(json({ id: 'w0' }, status), true));
    for (const kind of kinds) expect((await write(kind, 'w0')).errors).toBeUndefined();
  });

  it.each([204, 205])('needs no content in its answer where the contract gives none: %i', async (status) => {
    conducts.set('w0', respondsWith(text('', status), true));
    const { data, errors } = await write('deletion', 'w0');
    expect(errors).toBeUndefined();
    expect(data.write).toEqual({ deletedId: globalIdOf('ShareLink', 'o', 's', 'w0'), userErrors: [] });
  });

  it.each<[string, Reply]>([
    ['empty', text('')],
    ['empty', text('', 204)],
    ['not JSON', text('secret')],
    ['not JSON', text('{"id":"w')],
    ['not a JSON object', json(['w'])],
  ])('is never told as failed, though its answer is %s', async (what, reply) => {
    for (const kind of ['creation', 'update', 'action without a body']) {
      const id = freshId();
      conducts.set(id, respondsWith(reply, true));
      const { data, errors, text: said } = await write(kind, id);
      expect(data).toEqual({ write: null });
      expect(errors?.map(({ message, extensions }) => [message, extensions.code])).toEqual([
        [
          expect.stringMatching(`^The service applied the write \\(status 20[04]\\), but its response is ${what}\\.`),
          'BAD_UPSTREAM_RESPONSE',
        ],
      ]);
      expect(said).not.toContain('secret');
      expect(upstream.entriesOf(id)).toHaveLength(1);
    }
  });

  it('gives its payload though the record in its answer has no id; only what needs it is missing', async () => {
    conducts.set('w0', respondsWith(json({ name: 'Partners' }), true));
    const { data, errors } = await world.gateway.execute(`mutation { createShareLink(input: {
      siteId: "${globalIdOf('Site', 'o', 'w0')}", name: "Partners", clientMutationId: "m"}) {
        shareLink { name } clientMutationId userErrors { code } } }`);
    expect(errors).toBeUndefined();
    expect(data.createShareLink).toEqual({ shareLink: { name: 'Partners' }, clientMutationId: 'm', userErrors: [] });
  });
});

describe('a write that a page in HTML answers', () => {
  it.each([200, 201, 202])('is of unknown outcome, with status %i', async (status) => {
    const page = '\n<!doctype html><form>secret</form>';
    for (const kind of kinds) {
      const id = freshId();
      conducts.set(id, respondsWith(text(page, status, { 'content-type': 'text/html' })));
      const { data, errors, text: said } = await write(kind, id);
      expect(data).toEqual({ write: null });
      expect(errors?.[0]).toMatchObject({
        message: `The response with status ${status} is a page in HTML, which is perhaps not from the service. ${outcomeUnknown}`,
        extensions: { code: 'WRITE_OUTCOME_UNKNOWN', rest: { operation: writes[kind]?.operation.id, status } },
      });
      expect(said).not.toContain('secret');
      expect(upstream.entriesOf(id)).toHaveLength(1);
    }
  });
});

describe('a write of which no answer comes', () => {
  it.each(connectionFailures)('is of unknown outcome, and sent once, where the service %s', async (_, conduct) => {
    for (const kind of kinds) {
      const id = freshId();
      conducts.set(id, conduct);
      const { data, errors } = await write(kind, id);
      expect(data).toEqual({ write: null });
      expect(errors).toHaveLength(1);
      expect(errors?.[0]).toMatchObject({
        path: ['write'],
        message: expect.stringContaining(outcomeUnknown),
        extensions: { code: 'WRITE_OUTCOME_UNKNOWN', rest: { operation: writes[kind]?.operation.id } },
      });
      expect(upstream.entriesOf(id)).toEqual([expect.objectContaining({ executed: conduct.executes })]);
    }
  });

  it('is of unknown outcome, and sent once, where the service cuts it off halfway', async () => {
    conducts.set('w0', { reads: 'half', executes: false, reply: cut });
    const markdown = 'long '.repeat(120_000);
    const { errors } = await world.gateway.execute(
      'mutation ($space: ID!, $markdown: String!) { createSpaceComment(input: {spaceId: $space, body: {markdown: $markdown}}) { userErrors { code } } }',
      { variables: { space: 'w0', markdown } },
    );
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['WRITE_OUTCOME_UNKNOWN']);
    expect(upstream.entriesOf('w0')).toHaveLength(1);
    const [{ bytes: read = 0 } = {}] = upstream.writeLog;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(markdown.length);
  });

  it('is of unknown outcome where the service hangs up at once: it may have been read', async () => {
    upstream.hangsUp = true;
    const before = upstream.connections;
    try {
      for (const kind of kinds) expect(outcomeOf(await write(kind, freshId()))).toBe('unknown');
    } finally {
      upstream.hangsUp = false;
    }
    expect(upstream.connections - before).toBe(kinds.length);
    expect(upstream.writeLog).toEqual([]);
  });

  it('is of unknown outcome, and sent once, where the time is up', async () => {
    const hasty = await startGateway(upstream.url, { UPSTREAM_TIMEOUT: '250' });
    try {
      for (const reply of [never, stall(200)]) {
        const ids = kinds.map(() => freshId());
        for (const id of ids) conducts.set(id, respondsWith(reply, true));
        const all = await Promise.all(kinds.map((kind, i) => write(kind, ids[i] as string, hasty)));
        for (const { errors } of all) {
          expect(errors?.map(({ message, extensions }) => [message, extensions.code])).toEqual([
            [`The service did not respond within 250 ms. ${outcomeUnknown}`, 'WRITE_OUTCOME_UNKNOWN'],
          ]);
        }
        for (const id of ids) expect(upstream.entriesOf(id)).toHaveLength(1);
      }
    } finally {
      await hasty.close();
    }
  });
});

describe('a write that is refused', () => {
  it.each([
    [400, 'INVALID'],
    [409, 'CONFLICT'],
    [412, 'PRECONDITION_FAILED'],
    [422, 'INVALID'],
  ])('with %i is told in userErrors, and sent once', async (status, code) => {
    for (const kind of kinds) {
      const id = freshId();
      conducts.set(id, respondsWith(json({ error: { message: 'Not now.' } }, status)));
      const { data, errors } = await write(kind, id);
      expect(errors).toBeUndefined();
      expect(data.write?.userErrors).toEqual([{ field: null, code, message: 'Not now.' }]);
      expect(upstream.entriesOf(id)).toHaveLength(1);
    }
  });

  it.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [413, 'BAD_USER_INPUT'],
    [429, 'RATE_LIMITED'],
    [307, 'BAD_UPSTREAM_RESPONSE'],
  ])('with %i is an error, and sent once', async (status, code) => {
    for (const kind of kinds) {
      const id = freshId();
      conducts.set(id, respondsWith(text('', status, { 'retry-after': '7', location: '/elsewhere' })));
      const result = await write(kind, id);
      expect(result.data).toEqual({ write: null });
      expect(result.errors).toHaveLength(1);
      expect(result.errors?.[0]?.extensions).toMatchObject({ code, rest: { status } });
      expect(result.errors?.[0]?.extensions.retryAfter).toBe(status === 429 ? 7 : undefined);
      expect(result.errors?.[0]?.message).not.toContain(outcomeUnknown);
      expect(upstream.entriesOf(id)).toHaveLength(1);
    }
  });

  it.each([
    [302, 'BAD_UPSTREAM_RESPONSE'],
    [303, 'BAD_UPSTREAM_RESPONSE'],
    [500, 'UPSTREAM_ERROR'],
    [502, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [504, 'UPSTREAM_UNAVAILABLE'],
    [520, 'UPSTREAM_ERROR'],
    [524, 'UPSTREAM_ERROR'],
  ])('with %i may have been carried out: the error says so, and it is sent once', async (status, code) => {
    for (const carriesOut of [true, false]) {
      const id = freshId();
      conducts.set(id, respondsWith(text('', status, { 'retry-after': '7' }), carriesOut));
      const { errors } = await write('update', id);
      expect(errors?.[0]).toMatchObject({
        message: expect.stringContaining(outcomeUnknown),
        extensions: { code, rest: { status } },
      });
      expect(errors?.[0]?.extensions.retryAfter).toBe(status === 503 ? 7 : undefined);
      expect(upstream.entriesOf(id)).toHaveLength(1);
    }
  });

  it.each<[string, Reply]>([
    ['breaks', bytes(head(403))],
    ['does not end', stall(403)],
  ])('is told as refused though the answer %s', async (_, reply) => {
    const hasty = await startGateway(upstream.url, { UPSTREAM_TIMEOUT: '250' });
    try {
      conducts.set('w0', respondsWith(reply));
      const { errors } = await write('creation', 'w0', hasty);
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
      expect(upstream.entriesOf('w0')).toHaveLength(1);
    } finally {
      await hasty.close();
    }
  });
});
