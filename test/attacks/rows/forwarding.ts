import { expect } from 'vitest';
import { type Attack, type Expected, post } from '../../support/attacks/attacks.ts';
import { executed, type Group } from './groups.ts';

const organization = '{ organization(id: "o1") { title } }';

/** Names of the headers that reached the service. */
const arrived =
  (names: readonly string[]): Expected['arrived'] =>
  (requests) => {
    for (const { headers } of requests) for (const name of names) expect(headers).not.toHaveProperty(name);
  };

const forwarding: Attack[] = [
  {
    name: 'hop-by-hop headers are not forwarded',
    message: () =>
      post(organization, undefined, {
        connection: 'close, x-hop',
        'x-hop': '1',
        te: 'trailers',
        'proxy-authorization': 'Basic eA==',
        'keep-alive': 'timeout=99',
        'proxy-connection': 'keep-alive',
        upgrade: 'h2c',
      }),
    expected: {
      ...executed(1),
      arrived: arrived(['x-hop', 'te', 'proxy-authorization', 'keep-alive', 'proxy-connection', 'upgrade']),
    },
  },
  {
    name: 'an allowed header that Connection names',
    message: () => post(organization, undefined, { connection: 'close, x-tenant', 'x-tenant': 'hop' }),
    expected: { status: 200, calls: 1 },
  },
  {
    name: 'headers outside of the allow-list are not forwarded',
    message: () =>
      post(organization, undefined, {
        cookie: 'session=1',
        'x-forwarded-for': '1.2.3.4',
        'x-forwarded-host': 'evil',
        'x-original-url': '/v1/orgs',
        forwarded: 'for=1.2.3.4',
        'x-internal': 'yes',
        referer: 'https://evil.example',
      }),
    expected: {
      ...executed(1),
      arrived: arrived([
        'cookie',
        'x-forwarded-for',
        'x-forwarded-host',
        'x-original-url',
        'forwarded',
        'x-internal',
        'referer',
      ]),
    },
  },
  {
    name: 'the Host of the client is not forwarded',
    message: () => post(organization, undefined, { host: 'evil.example' }),
    expected: { ...executed(1), arrived: (requests) => expect(requests[0]?.headers.host).toMatch(/^127\.0\.0\.1:/) },
  },
  {
    name: 'a header of 12,000 letters that is forwarded',
    message: () => post(organization, undefined, { 'x-tenant': 't'.repeat(12_000) }),
    expected: { status: [200, 400, 431], calls: [0, 1] },
  },
  {
    name: 'a forwarded header of latin1',
    message: () => post(organization, undefined, { 'x-tenant': 'caf\u00e9' }),
    expected: { status: [200, 400], calls: [0, 1] },
  },
];

export const forwardingAttacks: Group = {
  name: 'forwarded headers',
  settings: { FORWARD_HEADERS: 'x-tenant' },
  attacks: forwarding,
};
