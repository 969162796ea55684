import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, sandboxTokens } from '../../../src/sandbox/index.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';

let sandbox: Sandbox;
const gateways = new Map<string, TestGateway>();
const executors = ['compiled', 'graphql-js'];

beforeAll(async () => {
  sandbox = await createSandbox();
  const url = await sandbox.listen();
  for (const executor of executors) gateways.set(executor, await startGateway(url, { EXECUTOR: executor }));
});

afterAll(async () => {
  for (const gateway of gateways.values()) await gateway.close();
  await sandbox.close();
});

const ids = (count: number) => Array.from({ length: count }, (_, i) => `user-${i}`);

async function post(query: string, variables: object, executor = 'compiled') {
  const response = await fetch(`${gateways.get(executor)?.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}` },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as { data: unknown; errors?: { message: string; extensions: { code: string } }[] };
}

describe('a filter of a list', () => {
  const query = 'query ($ids: [ID!]) { space(id: "none") { comments(authorIds: $ids) { totalCount } } }';

  it.each(executors)('takes 100 values, and no more, executed by %s', async (executor) => {
    expect((await post(query, { ids: ids(100) }, executor)).errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND' } },
    ]);
    const message = '"authorIds" takes at most 100 values. Split them into several fields or requests.';
    expect((await post(query, { ids: ids(101) }, executor)).errors).toMatchObject([{ message }]);
  });

  it('is rejected where it makes a URL that no server accepts', async () => {
    const { errors } = await post(query, { ids: Array.from({ length: 100 }, () => 'i'.repeat(200)) });
    const message =
      'The query of the REST call has more than 16384 characters at "authors". Pass fewer or shorter values.';
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});

describe('mutations that repeat a variable', () => {
  const mutations = (count: number) =>
    `mutation ($input: CreateTeamInput!) { ${Array.from({ length: count }, (_, i) => `m${i}: createTeam(input: $input) { userErrors { code } }`).join(' ')} }`;
  // The arguments, the input, its two texts and the list are values, too.
  const input = (values: number) => ({ organizationId: 'none', title: '', memberIds: ids(values - 5) });

  it('are executed with 40,000 values in all', async () => {
    expect((await post(mutations(2), { input: input(19_990) })).data).toEqual({
      m0: { userErrors: [{ code: 'TOO_SHORT' }] },
      m1: { userErrors: [{ code: 'TOO_SHORT' }] },
    });
  });

  it('are rejected with more', async () => {
    const { data, errors } = await post(mutations(3), { input: input(19_990) });
    expect(data).toMatchObject({ m0: { userErrors: [{}] }, m1: { userErrors: [{}] }, m2: null });
    const message = 'The inputs of the mutations have more than 40000 values in all. Split them into several requests.';
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});

describe('a long body', () => {
  it('is rejected where its values are nested too deeply, and not for brackets in texts', async () => {
    const text = '[{'.repeat(20_000);
    expect((await post('{ __typename }', { text })).data).toEqual({ __typename: 'Query' });
    const { errors } = await post('{ __typename }', { text, nested: JSON.parse('['.repeat(101) + ']'.repeat(101)) });
    const message = 'A value in the request is nested deeper than 100 levels. Send it with fewer levels.';
    expect(errors).toMatchObject([{ message }]);
  });

  it('is accepted with values of 100 levels, side by side', async () => {
    const levels = JSON.parse('['.repeat(99) + ']'.repeat(99));
    const { data } = await post('{ __typename }', { text: 'x'.repeat(20_000), v: [levels, levels] });
    expect(data).toEqual({ __typename: 'Query' });
  });
});
