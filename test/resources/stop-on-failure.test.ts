import { describe, expect, it } from 'vitest';
import { globalId } from '../../src/engine/relay/global-id.ts';
import { ChangeRequestEntity } from '../../src/resources/change-requests/contract.ts';
import { stubbedGateway } from '../support/gateways/stubbed-gateway.ts';
import { json } from '../support/upstreams/fault-upstream.ts';

const world = stubbedGateway();
const own = '/v1/spaces/s/change-requests/c';
const input = `input: {id: "${globalId(ChangeRequestEntity, { spaceId: 's', changeRequestId: 'c' })}"}`;
const both = `
  updateChangeRequestFromMain(${input}) { result userErrors { code } }
  mergeChangeRequest(${input}) { result userErrors { code } }`;

const notExecuted = {
  message: 'Not executed: an earlier mutation in this request failed.',
  path: ['mergeChangeRequest'],
  extensions: { code: 'NOT_EXECUTED' },
};

const arrived = () => world.upstream.arrived.map(({ url }) => url);

describe('an operation with @stopOnFailure', () => {
  it.each([
    ['has conflicts', json({ revision: 'r', result: 'conflicts' }), { result: 'conflicts', userErrors: [] }, []],
    ['has user errors', json({}, 409), { result: null, userErrors: [{ code: 'CONFLICT' }] }, []],
    ['fails', json({}, 403), null, [expect.objectContaining({ path: ['updateChangeRequestFromMain'] })]],
  ])('sends no mutation after one that %s', async (_, reply, updated, failures) => {
    world.replies[`${own}/update`] = reply;
    const { data, errors } = await world.gateway.execute(`mutation @stopOnFailure { ${both} }`);
    expect(data).toEqual({ updateChangeRequestFromMain: updated, mergeChangeRequest: null });
    expect(errors).toEqual([...failures, expect.objectContaining(notExecuted)]);
    expect(arrived()).toEqual([`${own}/update`]);
  });

  it('sends all mutations where none fails', async () => {
    world.replies[`${own}/update`] = json({ revision: 'r', result: 'update' });
    world.replies[`${own}/merge`] = json({ revision: 'm', result: 'merge' });
    const { data, errors } = await world.gateway.execute(`mutation @stopOnFailure { ${both} }`);
    expect([data.mergeChangeRequest, errors]).toEqual([{ result: 'merge', userErrors: [] }, undefined]);
  });
});

describe('an operation without it', () => {
  it('sends each mutation, whatever the results before it', async () => {
    world.replies[`${own}/update`] = json({ revision: 'r', result: 'conflicts' });
    world.replies[`${own}/merge`] = json({ revision: 'm', result: 'merge' });
    await world.gateway.execute(`mutation { ${both} }`);
    expect(arrived()).toEqual([`${own}/update`, `${own}/merge`]);
  });
});
