import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { embeddedGateways, query } from '../../../support/gateways/embedded-gateway.ts';

const startWorld = embeddedGateways();

const unavailable = 'The application is not available. Send the request again later.';

it.each([
  [{ statusCode: 503, code: 'FST_UNDER_PRESSURE', message: 'secret' }, 'FST_UNDER_PRESSURE', 'refused', unavailable],
  [{ statusCode: 401, message: 'Sign in.' }, 'REJECTED', 'client_fault', 'Sign in.'],
  [{ statusCode: 500, message: 'secret' }, 'INTERNAL_SERVER_ERROR', 'gateway_fault', /^Internal error/],
])('a hook of an application on Fastify rejects a request with %j', async (thrown, reason, outcome, message) => {
  const { gateway, log } = await startWorld();
  const app = fastify();
  onTestFinished(() => app.close());
  app.addHook('onRequest', async () => {
    throw Object.assign(new Error(), thrown);
  });
  await app.register(gateway.plugin);
  const response = await app.inject({ method: 'POST', url: '/graphql', payload: { query } });
  const { statusCode: status } = thrown;
  expect(response.statusCode).toBe(status);
  expect(response.json().errors).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })]);
  const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request rejected');
  expect(lines).toEqual([expect.objectContaining({ status, reason, outcome })]);
  expect(response.body).not.toContain('secret');
});

it.each([
  ['1', {}],
  ['10', { 'retry-after': '10' }],
])(
  'a request that a hook rejects with status 503 may be sent again after %s s, where it has set %j',
  async (seconds, headers) => {
    const { gateway } = await startWorld();
    const app = fastify();
    onTestFinished(() => app.close());
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers);
      throw Object.assign(new Error(), { statusCode: 503 });
    });
    await app.register(gateway.plugin);
    const response = await app.inject({ method: 'POST', url: '/graphql', payload: { query } });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe(seconds);
  },
);
