import { describe, expect, it } from 'vitest';
import { spaces } from '../../../src/resources/spaces/contract.ts';
import type { CallEvent, OperationEvent } from '../../../src/server/observation/hooks.ts';
import { acme, embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';

const startWorld = embeddedGateways();

describe('hooks', () => {
  async function observed() {
    const operations: OperationEvent[] = [];
    const calls: CallEvent[] = [];
    const hooks = {
      onOperation: (event: OperationEvent) => void operations.push(event),
      onCall: (event: CallEvent) => void calls.push(event),
    };
    return { ...(await startWorld({ hooks })), operations, calls };
  }

  it('are called alike for a new operation and a cached one', async () => {
    const { gateway, operations, calls } = await observed();
    const text = 'query Space { space(id: "s") { title } }';
    for (let time = 0; time < 2; time++) await gateway.execute({ query: text });
    const operation = {
      name: 'Space',
      kind: 'query',
      ms: expect.any(Number),
      status: 200,
      outcome: 'ok',
      errors: [],
      calls: 1,
    };
    expect(operations).toEqual([1, 2].map(() => ({ ...operation, shared: false })));
    const call = {
      operation: spaces.get.id,
      method: 'GET',
      path: spaces.get.path,
      status: 200,
      ms: expect.any(Number),
      shared: false,
      cached: false,
      stale: false,
      revalidated: false,
      batched: false,
      errorCode: undefined,
    };
    expect(calls).toEqual([call, call]);
  });

  it('tell of errors, of mutations, and of calls that fail', async () => {
    const { gateway, operations, calls } = await observed();
    await gateway.execute({ query: '{ space(id: "none") { title } }' });
    await gateway.execute({ query: '{ unknown }' });
    await gateway.execute({ query: 'mutation { deleteSpace(input: { id: "none" }) { clientMutationId } }' });
    expect(operations.map(({ kind, errors, status }) => ({ kind, errors, status }))).toEqual([
      { kind: 'query', errors: ['NOT_FOUND'], status: 200 },
      { kind: null, errors: ['GRAPHQL_VALIDATION_FAILED'], status: 200 },
      { kind: 'mutation', errors: ['NOT_FOUND'], status: 200 },
    ]);
    expect(calls.map(({ operation, status, errorCode }) => ({ operation, status, errorCode }))).toEqual([
      { operation: 'spaces.get', status: 404, errorCode: 'NOT_FOUND' },
      { operation: 'spaces.delete', status: 404, errorCode: 'NOT_FOUND' },
    ]);
  });

  it('tell which operation shared the execution of another one', async () => {
    const { gateway, operations, calls } = await observed();
    await gateway.execute({ query });
    await Promise.all([gateway.execute({ query }), gateway.execute({ query })]);
    expect(operations.map(({ calls, shared }) => [calls, shared])).toEqual([
      [1, false],
      [1, false],
      [0, true],
    ]);
    expect(calls).toHaveLength(2);
  });

  it('that throw or reject harm no request', async () => {
    const hooks = {
      onOperation: () => Promise.reject(new Error('rejected')),
      onCall: () => {
        throw new Error('thrown');
      },
    };
    const { gateway, log } = await startWorld({ hooks });
    for (let time = 0; time < 2; time++) expect(await gateway.execute({ query })).toEqual(acme);
    expect(log.filter((line) => line.includes('hook failed'))).toHaveLength(4);
  });
});
