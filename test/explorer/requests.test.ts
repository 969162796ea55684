import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isSameOperation, planOf } from '../../src/explorer/app/plan/fetch-plan.ts';
import { operationFromRest } from '../../src/explorer/app/tools/convert.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A gateway, or what stands in its place. Returns the URL of GraphQL. */
async function serve(handler: RequestListener): Promise<string> {
  server = createServer(handler);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
}

const badGateway: RequestListener = (_, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>');
const hangUp: RequestListener = ({ socket }) => void socket.destroy();

describe('the plan of an operation', () => {
  const planAt = (endpoint: string, headers: Record<string, unknown> = {}) =>
    planOf(
      endpoint,
      { query: '{ a }', variables: {}, operationName: undefined, headers },
      new AbortController().signal,
    );

  it('is requested with the headers of the run: those of the tab replace the others', async () => {
    let received: IncomingMessage['headers'] = {};
    const endpoint = await serve(({ headers }, response) => {
      received = headers;
      response.end('{"extensions":{"explain":{"plan":{"calls":1}}}}');
    });
    const plan = await planAt(endpoint, { Authorization: 'Bearer all', 'x-limit': 5, authorization: 'Bearer tab' });
    expect(plan).toEqual({ plan: { calls: 1 } });
    expect(received).toMatchObject({ authorization: 'Bearer tab', 'x-limit': '5' });
  });

  it('is missing in the response of a proxy', async () => {
    expect(await planAt(await serve(badGateway))).toEqual({
      problem: 'The gateway returned no plan (HTTP 502).',
      isTemporary: true,
    });
  });

  it('is missing for an operation that the gateway rejects, for good', async () => {
    const endpoint = await serve((_, response) => {
      response.writeHead(400).end('{"errors":[{"message":"Cannot query field \\"a\\"."}]}');
    });
    expect(await planAt(endpoint)).toEqual({ problem: 'Cannot query field "a".', isTemporary: false });
  });

  it('is not requested with a header that cannot be sent, and missing for a time without a gateway', async () => {
    const endpoint = await serve(hangUp);
    const problem = 'No plan. The header Authorization contains "…", which HTTP cannot send.';
    expect(await planAt(endpoint, { Authorization: 'Bearer …' })).toEqual({ problem, isTemporary: false });
    expect(await planAt(endpoint)).toEqual({ problem: 'No plan: the gateway does not respond.', isTemporary: true });
  });
});

describe('the calls of an execution', () => {
  const planned = { query: 'query A { a } query B { b }', variables: { n: 1 }, operationName: 'A', headers: {} };

  it.each([
    ['the same operation', {}, true],
    ['one without its name', { operationName: undefined }, true],
    ['another text', { query: 'query A { a }' }, false],
    ['another operation', { operationName: 'B' }, false],
    ['other variables', { variables: { n: 2 } }, false],
    ['no variables', { variables: undefined }, false],
  ])('of %s are compared with a plan: %j', (_, other, expected) => {
    expect(isSameOperation({ ...planned, ...other }, planned)).toBe(expected);
  });

  it('are compared where there are no variables', () => {
    expect(
      isSameOperation({ query: '{ a }' }, { query: '{ a }', variables: {}, operationName: undefined, headers: {} }),
    ).toBe(true);
  });
});

describe('a conversion', () => {
  it.each<[string, RequestListener, string]>([
    [
      'the gateway rejects',
      (_, response) => void response.writeHead(400).end('{"message":"No operation."}'),
      'No operation.',
    ],
    ['a proxy answers', badGateway, 'The gateway responds with status 502.'],
    ['nothing answers', hangUp, 'The gateway does not respond.'],
  ])('that %s says so', async (_, handler, message) => {
    await expect(operationFromRest(await serve(handler), '/v1/orgs')).rejects.toThrow(new Error(message));
  });
});
