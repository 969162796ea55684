import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { globalIdOf } from '../support/execution/expectations.ts';
import { postQuery, startGateway, type TestGateway } from '../support/gateways/gateway.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';

let upstream: FaultUpstream;

beforeAll(async () => {
  upstream = await startFaultUpstream();
});

afterAll(() => upstream.close());

const member = (id: string) => globalIdOf('Member', 'o', id);
const enable = (key: string, id: string) =>
  `${key}: enableMemberSso(input: { id: "${member(id)}" }) { member { id @export(as: "${key}") } }`;

/** A mutation that exports the ids of two members and uses them. */
const document = (use: string, second = 'two') =>
  `mutation Test($a: ID! = "", $b: ID! = "") { ${enable('a', 'one')} ${enable('b', second)} ${use} }`;

const removal = 'removeMembers(input: { ids: [$a, $b] }) { results { deletedId } userErrors { field message } }';
const roles = `updateTeamMembers(input: {
  teamId: "${globalIdOf('Team', 'o', 't')}", memberships: [{ userId: $a, role: MEMBER }, { userId: $b, role: OWNER }]
}) { userErrors { field message } }`;

const written = () => upstream.arrived.map(({ method, url, body }) => [method, url, body].join(' ').trim()).slice(2);

beforeEach(() => {
  upstream.reply((response, request) => {
    const id = /members\/(\w+)\/sso$/.exec(request.url)?.[1];
    json(id === undefined ? {} : { id }, id === undefined ? 204 : 200)(response, request);
  });
});

describe.each(['compiled', 'graphql-js'])('ids of several mutations in one list, executed by %s', (EXECUTOR) => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway(upstream.url, { EXECUTOR });
  });

  afterAll(() => gateway.close());

  it('are those of a batch', async () => {
    const { data } = await gateway.execute(document(removal));
    const results = ['one', 'two'].map((id) => ({ deletedId: member(id) }));
    expect(data.removeMembers).toEqual({ results, userErrors: [] });
    expect(written()).toEqual(['DELETE /v1/orgs/o/members/one', 'DELETE /v1/orgs/o/members/two']);
  });

  it('are those of a list of roles', async () => {
    const { data } = await gateway.execute(document(roles));
    expect(data.updateTeamMembers).toEqual({ userErrors: [] });
    const body = JSON.stringify({ memberships: { one: { role: 'member' }, two: { role: 'owner' } } });
    expect(written()).toEqual([`PUT /v1/orgs/o/teams/t/members ${body}`]);
  });

  it('are compared once they are known', async () => {
    const { data } = await gateway.execute(document(`${removal} ${roles}`, 'one'));
    expect(data.removeMembers.userErrors).toMatchObject([{ field: ['ids', '1'] }]);
    expect(data.updateTeamMembers.userErrors).toMatchObject([{ field: ['memberships', '1', 'userId'] }]);
    expect(written()).toEqual([]);
  });

  it('are planned', async () => {
    const query = document(`${removal} ${roles}`);
    const { text } = await postQuery(`${gateway.url}/graphql`, query);
    const { plan } = JSON.parse(text).extensions.explain;
    expect(plan).toMatchObject({ calls: 5, rejected: [] });
  });

  it('leave those comparable that the document has, below a parent that is not known', async () => {
    const { data } = await gateway.execute(`mutation ($team: ID! = "") {
      createTeam(input: { organizationId: "o", title: "x" }) { team { id @export(as: "team") } }
      upsertTeamMembers(input: { teamId: $team, userIds: ["u", "u"] }) { userErrors { field } }
    }`);
    expect(data.upsertTeamMembers.userErrors).toEqual([{ field: ['userIds', '1'] }]);
    expect(upstream.arrived).toEqual([]);
  });
});
