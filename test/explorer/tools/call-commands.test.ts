import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf } from '../../../src/explorer/app/tools/call-commands.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';

/** The conversion makes no call: the service behind the gateway does not exist. */
const restUrl = 'http://127.0.0.1:9';
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway(restUrl, { LOG_LEVEL: 'silent' });
});
afterAll(() => gateway.close());

/** The bodies in the commands for calls of an operation. */
async function bodiesOf(query: string, calls: Parameters<typeof commandsOf>[0]): Promise<unknown[]> {
  const source = { endpoint: `${gateway.url}/graphql`, restUrl, request: { query } };
  const commands = (await commandsOf(calls, source)).split(/\n(?=curl )/);
  return commands.map((command) => JSON.parse(/'(\{.*\})'/s.exec(command)?.[1] ?? 'null'));
}

describe('curl commands of writes', () => {
  it('have the body of their own field, also where several have the same path', async () => {
    const query = `mutation {
      first: createTeam(input: { organizationId: "o", title: "One" }) { team { id } }
      second: createTeam(input: { organizationId: "o", title: "Two" }) { team { id } }
    }`;
    const call = { operation: 'teams.create', method: 'POST', path: '/v1/orgs/o/teams' };
    const calls = ['second', 'first'].map((field) => ({ ...call, field }));
    expect(await bodiesOf(query, calls)).toEqual([{ title: 'Two' }, { title: 'One' }]);
  });

  it('have a body where an earlier write returned the id in their path', async () => {
    const query = `mutation ($team: ID = "") {
      createTeam(input: { organizationId: "o", title: "New" }) { team { id @export(as: "team") } }
      updateTeam(input: { id: $team, title: "Newer" }) { team { id } }
    }`;
    const calls = [
      { field: 'createTeam', operation: 'teams.create', method: 'POST', path: '/v1/orgs/o/teams' },
      { field: 'createTeam.team.members', operation: 'teamMembers.list', method: 'GET', path: '/v1/orgs/o/teams/t' },
      { field: 'updateTeam', operation: 'teams.update', method: 'PATCH', path: '/v1/orgs/o/teams/t' },
    ];
    expect(await bodiesOf(query, calls)).toEqual([{ title: 'New' }, null, { title: 'Newer' }]);
  });
});
