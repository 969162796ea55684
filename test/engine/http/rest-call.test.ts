import { expect, it } from 'vitest';
import { CallStatistics } from '../../../src/engine/http/call-statistics.ts';
import { Clients } from '../../../src/engine/http/client-usage.ts';
import { ListSizes } from '../../../src/engine/http/list-sizes.ts';
import { RequestScope } from '../../../src/engine/http/request-scope.ts';
import { RestCall } from '../../../src/engine/http/rest-call.ts';
import { TurnQueue } from '../../../src/engine/turns/event-loop-turn.ts';
import { organizations } from '../../../src/resources/organizations/contract.ts';

/** A call that has ended, and how often its response was parsed since. */
function endedCall(parsingTurns: TurnQueue | undefined) {
  const client = new Clients().local('');
  const credentials = { authorization: undefined, headers: [], identity: '', client: '', secrets: [] };
  const request = { onUnauthenticated() {} };
  const scope = new RequestScope(credentials, client, new CallStatistics(), 0, new ListSizes(), {}, request);
  const call = new RestCall({ endpoint: organizations.list, path: {} }, '/orgs', false, scope);
  const state = { parsed: 0 };
  const parse = () => ({ parsed: ++state.parsed });
  call.join({ wasSent: true, leave() {}, release() {}, parsingTurns, parse });
  call.resolve(200, {}, undefined);
  return { call, state };
}

const turn = () => new Promise(setImmediate);

it('parses a response once more, in a later turn where it has to', async () => {
  const { call, state } = endedCall(new TurnQueue());
  const results = [call.result(), call.result()];
  await Promise.resolve();
  expect(state.parsed).toBe(0);
  expect(await Promise.all(results)).toEqual([{ parsed: 1 }, { parsed: 1 }]);
});

it('parses a response once more at once where it may', async () => {
  const { call, state } = endedCall(undefined);
  const result = call.result();
  expect(state.parsed).toBe(1);
  expect(await result).toEqual({ parsed: 1 });
});

it('parses no response in a later turn where the request has ended', async () => {
  const { call, state } = endedCall(new TurnQueue());
  call.result();
  call.close();
  await turn();
  await turn();
  expect(state.parsed).toBe(0);
});
