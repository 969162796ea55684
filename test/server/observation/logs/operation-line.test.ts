import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { organizations } from '../../../../src/resources/organizations/contract.ts';
import { operationLine, operationText } from '../../../../src/server/observation/logs/operation-line.ts';
import { ObservedRequest } from '../../../../src/server/request/observed-request.ts';
import { RequestState } from '../../../../src/server/request/request-state.ts';

const credentials = { authorization: undefined, headers: [], identity: '', client: '', secrets: [] };
const { definitions } = parse(`query Named { a } query ${'x'.repeat(200)} { b } mutation { c }`);

/** A request with these headers, after a change. */
function requestWith(headers: Record<string, string>, change: (state: RequestState) => void): RequestState {
  const state = new RequestState(new ObservedRequest('POST', { headers }), credentials, undefined);
  change(state);
  return state;
}

const operationOf = (index: number) => definitions[index] as NonNullable<RequestState['operation']>;
const failed = (count: number) => ({
  data: null,
  errors: Array.from({ length: count }, () => ({ message: 'No.', extensions: { code: 'A "CODE"' } })),
});

it.each<[string, Record<string, string>, (state: RequestState) => void]>([
  ['an invalid document', {}, (state) => Object.assign(state, { result: failed(1) })],
  ['an operation', {}, (state) => Object.assign(state, { operation: operationOf(0), hash: 'ab' })],
  ['an operation with a long name', {}, (state) => Object.assign(state, { operation: operationOf(1), hash: 'cd' })],
  ['an anonymous one without a hash', {}, (state) => Object.assign(state, { operation: operationOf(2) })],
  ['a client', { 'x-client-name': 'a "b"\\ \u2028', 'x-client-version': '1' }, () => {}],
  [
    'an id and a trace',
    { 'x-request-id': 'Root=1-6:a/b,c;d@e+f' },
    ({ observed }) => {
      observed.trace = { traceId: 'a'.repeat(32), isSampled: true };
    },
  ],
  [
    'calls',
    {},
    ({ statistics }) => {
      statistics.made = 3;
      statistics.retried = 1;
      statistics.end(organizations.list, 12.3456);
    },
  ],
  ['a plan', {}, (state) => Object.assign(state, { plan: { calls: 0, startedAt: 0, endedAt: 1 }, isShared: true })],
  ['many errors', {}, (state) => Object.assign(state, { result: failed(30) })],
])('the text of the line is its JSON, byte for byte, for %s', (_, headers, change) => {
  const state = requestWith(headers, change);
  const end = { status: 200, ms: 1.23456, outcome: 'ok' } as const;
  for (const address of [undefined, '2001:db8::/64']) {
    const json = JSON.stringify(operationLine(state, end, address)).slice(1, -1);
    // The second time, parts of it are known.
    expect([operationText(state, end, address), operationText(state, end, address)]).toEqual([json, json]);
  }
});
