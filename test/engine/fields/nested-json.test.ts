import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nestedObjects } from '../../support/attacks/hostile-documents.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { type FaultUpstream, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

describe.each(['compiled', 'graphql-js'])('JSON of the service, with the executor %s', (EXECUTOR) => {
  let upstream: FaultUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFaultUpstream();
    gateway = await startGateway(upstream.url, { EXECUTOR });
  });

  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const replyWith = (text: string) =>
    upstream.reply((response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text));

  it('is passed on up to 100 levels', async () => {
    replyWith(`{"id":"p","title":"T","variables":${nestedObjects(90)}}`);
    const { data, errors } = await gateway.execute('{ space(id: "s") { page(id: "p") { title variables } } }');
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data.space.page.variables)).toBe(nestedObjects(90));
  });

  it.each([101, 100_000])(
    'that is nested %i levels deep nulls its field alone, or the answer that holds it',
    async (depth) => {
      replyWith(`{"id":"p","title":"T","variables":${nestedObjects(depth)}}`);
      const { status, errors } = await gateway.execute('{ space(id: "s") { page(id: "p") { title variables } } }');
      expect(status).toBe(200);
      expect(errors).toHaveLength(1);
      expect(errors?.[0]?.extensions.code).toMatch(/^(?:UPSTREAM_CONTRACT|BAD_UPSTREAM_RESPONSE)$/);
      expect(errors?.[0]?.path?.[0]).toBe('space');
    },
  );

  it('of a page tree that is too deep nulls the list of its pages', async () => {
    const pages = `${'{"id":"p","title":"P","pages":['.repeat(5_000)}${']}'.repeat(5_000)}`;
    replyWith(`{"pages":[${pages}]}`);
    const { status, errors } = await gateway.execute('{ space(id: "s") { pageList { depth } } }');
    expect(status).toBe(200);
    expect(errors?.[0]?.extensions.code).toMatch(/^(?:UPSTREAM_CONTRACT|BAD_UPSTREAM_RESPONSE)$/);
  });
});
