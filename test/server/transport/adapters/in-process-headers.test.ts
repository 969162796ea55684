import { describe, expect, it } from 'vitest';
import { acme, embeddedGateways, query } from '../../../support/gateways/embedded-gateway.ts';

const create = embeddedGateways();
const settings = { CACHE: 'memory', CACHE_TTL: '60000', FORWARD_HEADERS: 'x-tenant' };

describe('the headers of an operation in process', () => {
  it.each([
    ['authorization', 'Bearer t\nx-tenant\nacme'],
    ['authorization', 'Bearer t\r\nx-admin: 1'],
    ['x-tenant', 'Łódź'],
    ['X-Tenant', 'acme\0'],
  ])('are rejected where HTTP cannot send %s: %j', async (name, value) => {
    const { gateway, upstream } = await create({}, settings);
    const headers = { authorization: 'Bearer t', 'x-tenant': 'acme' };
    // Its response is kept, and belongs to these headers.
    expect(await gateway.execute({ query, headers })).toEqual(acme);
    expect(await gateway.execute({ query, headers: { [name]: value } })).toEqual({
      errors: [
        {
          message: `"headers" has a value for ${name.toLowerCase()} that HTTP cannot send.`,
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    });
    expect(upstream.arrived).toHaveLength(1);
  });

  it('may have any value where they are not sent on', async () => {
    const { gateway, upstream } = await create({}, settings);
    expect(await gateway.execute({ query, headers: { 'x-city': 'Łódź', 'x-tenant': 'Zürich\t1' } })).toEqual(acme);
    expect(upstream.arrived.map(({ headers }) => headers['x-tenant'])).toEqual(['Zürich\t1']);
  });
});
