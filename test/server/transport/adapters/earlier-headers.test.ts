import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import express, { type RequestHandler } from 'express';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Gateway } from '../../../../src/server/gateway.ts';
import { acme, embeddedGateways, query } from '../../../support/gateways/embedded-gateway.ts';
import { byPath, json } from '../../../support/upstreams/fault-upstream.ts';

const create = embeddedGateways();

type Earlier = Readonly<Record<string, string | string[]>>;

/** Servers of applications whose middleware or hook sets headers before the gateway does. */
const servers: Readonly<Record<string, (gateway: Gateway, earlier: Earlier) => Promise<string>>> = {
  Express: (gateway, earlier) =>
    onExpress(gateway, (_request, response, next) => {
      response.set(earlier);
      next();
    }),
  Fastify: async (gateway, earlier) => {
    const app = fastify();
    onTestFinished(() => app.close());
    app.addHook('onRequest', async (_request, reply) => void reply.headers(earlier));
    await app.register(gateway.plugin);
    return app.listen({ host: '127.0.0.1', port: 0 });
  },
};

async function onExpress(gateway: Gateway, middleware: RequestHandler): Promise<string> {
  const server = createServer(express().use(middleware).use('/graphql', gateway.handler));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

const send = (origin: string, body: object, accept = 'application/json') =>
  fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  });

describe.each(Object.entries(servers))('the headers that an application on %s sets before', (_name, listen) => {
  it.each<[string, string | string[], string]>([
    ['another name', 'Origin', 'Origin, accept, authorization'],
    ['a name that the gateway adds, too', 'Accept', 'Accept, authorization'],
    ['several names', 'Accept-Encoding, Authorization', 'Accept-Encoding, Authorization, accept'],
    ['a list', ['Origin', 'Accept'], 'Origin, Accept, authorization'],
    ['everything', '*', '*, accept, authorization'],
    ['no name', '', 'accept, authorization'],
  ])('have Vary with %s beside the names of the gateway', async (_, vary, expected) => {
    const { gateway } = await create();
    const origin = await listen(gateway, { vary });
    // The first request is answered by Apollo's pipeline.
    for (let time = 0; time < 2; time++) {
      const response = await send(origin, { query });
      expect(await response.json()).toEqual(acme);
      expect(response.headers.get('vary')).toBe(expected);
    }
    expect((await send(origin, {})).headers.get('vary')).toBe(expected);
  });

  it('stay where the gateway has none of the name, and lists are continued', async () => {
    const { gateway } = await create();
    const own = { 'x-frame-options': 'DENY', 'content-security-policy': "default-src 'none'", 'x-request-id': 'app' };
    const origin = await listen(gateway, { ...own, 'set-cookie': ['a=1', 'b=2'], 'server-timing': 'app;dur=1' });
    const { headers } = await send(origin, { query });
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'",
      'server-timing': expect.stringMatching(/^app;dur=1, total;dur=/),
      'cache-control': 'no-store',
    });
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(headers.get('x-request-id')).not.toBe('app');
  });
});

it('Vary of an application on Express is that of events, too', async () => {
  const { gateway, upstream } = await create();
  const answer = json({ object: 'organization', id: 'a', title: 'Acme' });
  upstream.reply(byPath({ '/v1/orgs/a': (response, request) => void setTimeout(answer, 400, response, request) }));
  const origin = await servers.Express?.(gateway, { vary: 'Origin' });
  const body = { query, extensions: { explain: true } };
  const response = await send(origin ?? '', body, 'text/event-stream, application/json;q=0.9');
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('vary')).toBe('Origin, accept, authorization');
  await response.text();
});

/** As on-headers 1.0 does, which compression, express-session and morgan use: a list has to be one of pairs. */
const replaceWriteHead: RequestHandler = (_request, response, next) => {
  const { writeHead } = response;
  Object.assign(response, {
    writeHead(status: number, given: OutgoingHttpHeaders | [string, string][]): ServerResponse {
      const pairs = Array.isArray(given) ? given : Object.entries(given);
      for (const [name, value] of pairs) response.setHeader(name, value ?? '');
      return writeHead.call(response, status);
    },
  });
  next();
};

it('all headers reach a middleware that replaces writeHead', async () => {
  const { gateway } = await create();
  const origin = await onExpress(gateway, replaceWriteHead);
  // The first request is answered by Apollo's pipeline.
  for (let time = 0; time < 2; time++) {
    const { headers } = await send(origin, { query });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(JSON.stringify(acme).length + 1),
      'cache-control': 'no-store',
      vary: 'accept, authorization',
    });
  }
});
