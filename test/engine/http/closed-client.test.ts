import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RestClient } from '../../../src/engine/http/client.ts';
import type { ObservedCall } from '../../../src/engine/http/observed-call.ts';
import { Upstream } from '../../../src/engine/http/upstream.ts';
import { spaces } from '../../../src/resources/spaces/contract.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { upstreamLimits } from '../../../src/server/upstream/upstream-limits.ts';
import { type FaultUpstream, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

let service: FaultUpstream;
let upstream: Upstream;

beforeAll(async () => {
  service = await startFaultUpstream();
  upstream = new Upstream({ url: new URL(service.url), ...upstreamLimits(readSettings({})), sharing: true });
});
afterAll(async () => {
  await upstream.close();
  await service.close();
});

const credentials = { authorization: undefined, headers: [], identity: '', client: '', secrets: [] };

describe('the client of a request that has ended', () => {
  it('cancels the reads in flight, tells of them, and leaves a write alone', async () => {
    const closed: string[] = [];
    let answerWrite = () => {};
    service.reply((response, { url }) => {
      response.once('close', () => closed.push(url));
      if (url === '/v1/spaces/written') answerWrite = () => response.writeHead(204).end();
    });
    const ended: ObservedCall[] = [];
    const observer = { onCallStart: () => {}, onCallEnd: (call: ObservedCall) => void ended.push(call) };
    const rest = new RestClient(upstream, { credentials, observer });
    const write = rest.call(spaces.delete, { path: { spaceId: 'written' } });
    const read = rest.read({ endpoint: spaces.get, path: { spaceId: 'a' }, query: undefined }, '/v1/spaces/a', false);
    await expect.poll(() => service.arrived.length).toBe(2);
    rest.close();
    const error = expect.objectContaining({ code: 'CANCELLED', message: 'The request was cancelled.' });
    expect(ended).toEqual([expect.objectContaining({ endpoint: spaces.get, status: null, error })]);
    await expect(read.result()).rejects.toEqual(error);
    await expect.poll(() => closed).toEqual(['/v1/spaces/a']);
    answerWrite();
    expect(await write).toBeUndefined();
  });
});
