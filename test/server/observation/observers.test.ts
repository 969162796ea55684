import pino from 'pino';
import { expect, test } from 'vitest';
import { CallStatistics } from '../../../src/engine/http/call-statistics.ts';
import { Clients } from '../../../src/engine/http/client-usage.ts';
import { ListSizes } from '../../../src/engine/http/list-sizes.ts';
import type { CallHeaderSource } from '../../../src/engine/http/observed-call.ts';
import { RequestScope } from '../../../src/engine/http/request-scope.ts';
import { RestCall } from '../../../src/engine/http/rest-call.ts';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import type { Observer } from '../../../src/server/observation/observer.ts';
import { Observers } from '../../../src/server/observation/observers.ts';
import { RequestState } from '../../../src/server/request/request-state.ts';

const credentials = {
  authorization: undefined,
  headers: ['accept', 'application/json'],
  identity: '',
  client: '',
  secrets: [],
};

/** Observers whose log lines are kept, and a request and a call that they observe. */
function observed(...observers: Partial<Observer>[]) {
  const errors: string[] = [];
  const logger = pino({}, { write: (line: string) => void errors.push(JSON.parse(line).err.message) });
  const all = new Observers(
    observers.map((observer) => ({ observesCalls: true, ...observer })),
    logger,
  );
  const state = new RequestState(all.requestStarted('POST', { headers: {} }), credentials, undefined);
  const scope = new RequestScope(
    credentials,
    new Clients().local(''),
    new CallStatistics(),
    0,
    new ListSizes(),
    {},
    { onUnauthenticated() {} },
  );
  const call = new RestCall({ endpoint: organizations.list, path: {} }, '/orgs', false, scope);
  return { all, state, call, errors };
}

/** Adds one header. */
function adds(name: string, value: string): Partial<Observer> {
  const source: CallHeaderSource = { headersOf: (_call, headers) => [...headers, name, value] };
  return { headerSourceOf: () => source };
}

function throws(message: string): never {
  throw new Error(message);
}

test('each observer adds its headers to those before it', () => {
  const { all, state, call, errors } = observed(adds('one', '1'), {}, adds('two', '2'));
  expect(all.headerSourceOf(state)?.headersOf(call, ['zero', '0'])).toEqual(['zero', '0', 'one', '1', 'two', '2']);
  expect(errors).toEqual([]);
});

test('an observer that throws is logged, and takes nothing from the headers of the others', () => {
  const { all, state, call, errors } = observed(
    adds('one', '1'),
    { headerSourceOf: () => throws('no source') },
    { headerSourceOf: () => ({ headersOf: () => throws('no headers') }) },
    adds('two', '2'),
  );
  expect(all.headerSourceOf(state)?.headersOf(call, [])).toEqual(['one', '1', 'two', '2']);
  expect(errors).toEqual(['no source', 'no headers']);
});

test('observers that only record a request are not asked to observe its calls', () => {
  const recorder: Partial<Observer> = { recordRequest: () => {}, observesCallsOf: ({ method }) => method === 'POST' };
  const { all, state } = observed(recorder);
  expect(all.observesCallsOf(state.observed)).toBe(false);
  expect(all.recordsCallsOf(state.observed)).toBe(true);
  expect(all.recordsCallsOf(all.requestStarted('GET', { headers: {} }))).toBe(false);
  expect(all.headerSourceOf(state)).toBeUndefined();
});

test('a recorder that throws is logged, and the others record the request', async () => {
  const statuses: number[] = [];
  const { all, state, errors } = observed(
    { recordRequest: () => throws('no record') },
    { recordRequest: ({ end }) => void statuses.push(end.status) },
  );
  all.requestEnded(state, { status: 200, ms: 1, outcome: 'ok' });
  expect(statuses).toEqual([]);
  await all.close();
  expect(statuses).toEqual([200]);
  expect(errors).toEqual(['no record']);
});
