import type { ApolloServerPlugin, HTTPGraphQLHead } from '@apollo/server';
import { describe, expect, it } from 'vitest';
import { acme, embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';

const startWorld = embeddedGateways();

describe('plugins', () => {
  it('get all hooks of Apollo for every request, those of fields included', async () => {
    const hooks: string[] = [];
    const plugin: ApolloServerPlugin = {
      async requestDidStart() {
        hooks.push('requestDidStart');
        return {
          didResolveSource: async () => void hooks.push('didResolveSource'),
          parsingDidStart: async () => void hooks.push('parsingDidStart'),
          validationDidStart: async () => void hooks.push('validationDidStart'),
          didResolveOperation: async () => void hooks.push('didResolveOperation'),
          executionDidStart: async () => {
            hooks.push('executionDidStart');
            return {
              willResolveField: ({ info }) => {
                hooks.push(`willResolveField ${info.parentType.name}.${info.fieldName}`);
              },
              executionDidEnd: async () => void hooks.push('executionDidEnd'),
            };
          },
          didEncounterErrors: async () => void hooks.push('didEncounterErrors'),
          willSendResponse: async () => void hooks.push('willSendResponse'),
        };
      },
    };
    const { gateway } = await startWorld({ plugins: [plugin] });
    expect(await gateway.execute({ query })).toEqual(acme);
    const executed = [
      'didResolveOperation',
      'executionDidStart',
      'willResolveField Query.organization',
      'willResolveField Organization.title',
      'executionDidEnd',
      'willSendResponse',
    ];
    expect(hooks).toEqual([
      'requestDidStart',
      'didResolveSource',
      'parsingDidStart',
      'validationDidStart',
      ...executed,
    ]);
    hooks.length = 0;
    expect(await gateway.execute({ query })).toEqual(acme);
    // Apollo keeps the parsed document.
    expect(hooks).toEqual(['requestDidStart', 'didResolveSource', ...executed]);
    hooks.length = 0;
    await gateway.execute({ query: '{ space(id: "none") { title } }' });
    expect(hooks).toContain('didEncounterErrors');
  });

  const pending = () => new Promise<never>(() => {});
  it.each<[string, ApolloServerPlugin]>([
    ['requestDidStart', { requestDidStart: pending }],
    ['didResolveOperation', { requestDidStart: async () => ({ didResolveOperation: pending }) }],
    ['executionDidStart', { requestDidStart: async () => ({ executionDidStart: pending }) }],
    ['willSendResponse', { requestDidStart: async () => ({ willSendResponse: pending }) }],
  ])('whose %s never settles end with status 500 after the deadline, and close', async (_, plugin) => {
    const { gateway, log } = await startWorld({ plugins: [plugin] }, { REQUEST_TIMEOUT: '50' });
    const response = await gateway.fetch(
      new Request('http://gateway/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      }),
    );
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
    expect(log.join('')).toContain('pluginTimedOut');
    await gateway.close();
  });

  it('whose end never settles do not keep the gateway from closing', async () => {
    const plugin: ApolloServerPlugin = { serverWillStart: async () => ({ serverWillStop: pending }) };
    const { gateway, log } = await startWorld({ plugins: [plugin] }, { REQUEST_TIMEOUT: '1500' });
    expect(await gateway.execute({ query })).toEqual(acme);
    await gateway.close();
    expect(log.join('')).toContain('a plugin failed while the gateway was closed');
  });

  it.each<[string, (http: HTTPGraphQLHead) => void]>([
    ['header', ({ headers }) => headers.set('x-bad', 'a\r\nb')],
    ['name of a header', ({ headers }) => headers.set('x bad', 'a')],
    ['status', (http) => Object.assign(http, { status: 999 })],
  ])('may set a %s that HTTP does not allow: the request ends with status 500, and no other', async (_, change) => {
    const plugin: ApolloServerPlugin = {
      async requestDidStart({ request }) {
        return {
          async willSendResponse({ response }) {
            if (request.operationName === 'Bad') change(response.http);
          },
        };
      },
    };
    const { gateway, log } = await startWorld({ plugins: [plugin] });
    const url = `${await gateway.listen()}/graphql`;
    const body = JSON.stringify({ query: 'query Bad { __typename }', operationName: 'Bad' });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    for (const response of [await fetch(url, init), await gateway.fetch(new Request('http://gateway/', init))]) {
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
      expect(log.join('')).toContain(response.headers.get('x-request-id'));
    }
    const good = { ...init, body: JSON.stringify({ query }) };
    expect(await (await fetch(url, good)).json()).toEqual(acme);
  });

  it('may change a response', async () => {
    const plugin: ApolloServerPlugin = {
      async requestDidStart() {
        return {
          async willSendResponse({ response }) {
            response.http.headers.set('cache-control', 'max-age=1');
            if (response.body.kind === 'single') response.body.singleResult.extensions = { own: true };
          },
        };
      },
    };
    const { gateway } = await startWorld({ plugins: [plugin] });
    for (let time = 0; time < 2; time++) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) };
      const response = await gateway.fetch(new Request('http://gateway/', init));
      expect(response.headers.get('cache-control')).toBe('max-age=1');
      expect(await response.json()).toEqual({ ...acme, extensions: { own: true } });
    }
  });
});
