import { GraphQLError } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { globalId } from '../../src/engine/relay/global-id.ts';
import { ChangeRequestEntity } from '../../src/resources/change-requests/contract.ts';
import { startGateway, type TestGateway } from '../support/gateways/gateway.ts';
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

describe.each(['compiled', 'graphql-js'])('mutations of an embedder, executed by %s', (EXECUTOR) => {
  const no = new GraphQLError('No.', { extensions: { code: 'CARD_DECLINED' } });
  const called: string[] = [];
  const charge = (outcome: () => unknown) => () => {
    called.push('charge');
    return outcome();
  };
  const resolvers = {
    Mutation: {
      charge: charge(() => 1),
      chargeThrows: charge(() => {
        throw no;
      }),
      chargeRejects: charge(() => Promise.reject(no)),
      chargeReturns: charge(() => no),
    },
  };
  const typeDefs = 'extend type Mutation { charge: Int chargeThrows: Int chargeRejects: Int chargeReturns: Int }';
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(world.upstream.url, { EXECUTOR }, { typeDefs, resolvers });
  });
  beforeEach(() => {
    called.length = 0;
  });
  afterAll(() => gateway.close());

  const update = `updateChangeRequestFromMain(${input}) { userErrors { code } }`;
  const invalid = 'updateChangeRequestFromMain(input: {id: "x"}) { userErrors { code } }';

  it('are not executed after a failure, with @stopOnFailure', async () => {
    world.replies[`${own}/update`] = json({}, 409);
    const { data, errors } = await gateway.execute(`mutation @stopOnFailure { ${update} charge }`);
    expect(data).toEqual({ updateChangeRequestFromMain: { userErrors: [{ code: 'CONFLICT' }] }, charge: null });
    expect(errors).toEqual([expect.objectContaining({ ...notExecuted, path: ['charge'] })]);
    expect(called).toEqual([]);
  });

  it.each(['chargeThrows', 'chargeRejects', 'chargeReturns'])('stop those after them where %s', async (name) => {
    world.replies[`${own}/update`] = json({ revision: 'r', result: 'update' });
    const { data, errors } = await gateway.execute(`mutation @stopOnFailure { charge ${name} ${update} }`);
    expect(data).toEqual({ charge: 1, [name]: null, updateChangeRequestFromMain: null });
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [[name], 'CARD_DECLINED'],
      [['updateChangeRequestFromMain'], 'NOT_EXECUTED'],
    ]);
    expect([called, arrived()]).toEqual([['charge', 'charge'], []]);
  });

  it('do not stop those after them without it', async () => {
    world.replies[`${own}/update`] = json({ revision: 'r', result: 'update' });
    await gateway.execute(`mutation { chargeThrows charge ${update} }`);
    expect([called, arrived()]).toEqual([['charge', 'charge'], [`${own}/update`]]);
  });

  it('are not executed where another mutation is rejected', async () => {
    const { data, errors } = await gateway.execute(`mutation { charge ${invalid} }`);
    expect(data).toEqual({ charge: null, updateChangeRequestFromMain: { userErrors: [{ code: 'INVALID' }] } });
    expect(errors?.map(({ path, message }) => [path, message])).toEqual([
      [['charge'], 'Not executed: another mutation in this request was rejected. Nothing was changed.'],
    ]);
    expect(called).toEqual([]);
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
