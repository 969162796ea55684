import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { embeddedGateways, query } from '../../../support/gateways/embedded-gateway.ts';

const create = embeddedGateways();

it.each([
  [
    'a body',
    JSON.stringify({ query }),
    { status: 500, message: 'The application has read the body of the request before the gateway.' },
  ],
  ['no body', '', { status: 400, message: 'Body must not be empty.' }],
])('a handler in front of the gateway that reads a request with %s gets told so', async (_, body, expected) => {
  const { gateway } = await create();
  const server = createServer(async (request, response) => {
    await text(request);
    gateway.handler(request, response);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body });
  const { errors } = await response.json();
  expect({ status: response.status, message: errors[0].message }).toEqual(expected);
});
