import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { hostileIds } from '../../support/random/hostile-ids.ts';
import { hasNginx, type Nginx, startNginx } from '../../support/services/nginx.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

if (!hasNginx) console.warn('Skipped the tests behind nginx: /usr/sbin/nginx is not installed.');

describe.skipIf(!hasNginx)('behind an nginx that decodes paths once', () => {
  let upstream: FaultUpstream;
  let nginx: Nginx;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFaultUpstream();
    nginx = await startNginx(upstream.url);
    gateway = await startGateway(nginx.url);
  });

  afterAll(async () => {
    await gateway?.close();
    await nginx?.close();
    await upstream?.close();
  });

  const arrived = () => upstream.arrived.map(({ method, url }) => `${method} ${url}`);

  const remove = (id: string) =>
    gateway.execute(
      'mutation ($id: ID!) { deleteSpace(input: { id: $id }) { clientMutationId userErrors { message } } }',
      {
        variables: { id },
      },
    );

  it('an encoded slash becomes another path', async () => {
    upstream.reply(json({}));
    await new Promise<void>((resolve, reject) => {
      const sent = request(`${nginx.url}/v1/spaces/..%2Forgs%2Fo1`, { method: 'DELETE' }, (response) => {
        response.resume().on('end', resolve);
      });
      sent.on('error', reject).end();
    });
    expect(arrived()).toEqual(['DELETE /v1/orgs/o1']);
  });

  it('no hostile id reaches the service, plain or in a global id', async () => {
    upstream.reply(json({}));
    for (const id of hostileIds) {
      await remove(id);
      if (id.isWellFormed()) await remove(globalIdOf('Space', id));
    }
    expect(arrived()).toEqual([]);
  });

  it.each(['a b', '.a', 'a.b', 'ada@example.com', "!$&'()*+,=:", '~a_b-c', 'Привет', '👩‍🚀', 'x'.repeat(512)])(
    'the id %s stays in its segment',
    async (id) => {
      upstream.reply(json({}));
      await remove(id);
      expect(upstream.arrived.map(({ method, url }) => [method, decodeURIComponent(url)])).toEqual([
        ['DELETE', `/v1/spaces/${id}`],
      ]);
    },
  );
});
